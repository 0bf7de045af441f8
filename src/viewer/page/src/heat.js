// A value for each cell of a grid over the map, as the map's canvas draws it, and saved pictures do
// (in the place of a terrain's field): one pixel a cell, drawn large.

const NEAR = 6; // cells that a value reaches into what is blocked, so that borders of obstacles are coloured too

// Red, green and blue of one of the ramp's colours, part 0..1 of it.
export function mixed(ramp, part) {
  const at = Math.min(1, Math.max(0, part)) * (ramp.length - 1);
  const low = Math.min(ramp.length - 2, Math.floor(at));
  return [0, 1, 2].map((k) => Math.round(ramp[low][k] + (at - low) * (ramp[low + 1][k] - ramp[low][k])));
}

// The ramp of the style sheet (tools.css) that holds for an element.
export function heatRamp(element) {
  const style = getComputedStyle(element);
  return [0, 1, 2, 3, 4].map((i) => [1, 3, 5].map((at) => parseInt(style.getPropertyValue(`--heat-${i}`).trim().slice(at, at + 2), 16)));
}

// The middles of the cells of a grid, row by row.
export function middles({ columns, rows }, [x, y, width, height]) {
  return Array.from({ length: columns * rows }, (_, i) => [x + (((i % columns) + 0.5) * width) / columns, y + ((Math.floor(i / columns) + 0.5) * height) / rows]);
}

export class Heat {
  // values: one for each cell, null where there is none yet or nothing to tell; parts: their places
  // on the ramp, 0..1; ramp: its colours; smooth: colours run into each other.
  constructor({ columns, rows }, box, parts, ramp, smooth) {
    Object.assign(this, { columns, rows, box, ramp, smooth, parts });
    this.contours = "";
  }

  arrows() {
    return "";
  }

  // Values of neighbours where there are none: cells whose middle lies in an obstacle.
  filled() {
    const { columns, parts } = this;
    let values = parts;
    for (let round = 0; round < NEAR && values.includes(null); round++) {
      const next = [...values];
      values.forEach((value, i) => {
        if (value !== null) return;
        const beside = [i % columns ? values[i - 1] : null, (i + 1) % columns ? values[i + 1] : null, values[i - columns] ?? null, values[i + columns] ?? null].filter((other) => other !== null);
        if (beside.length) next[i] = this.smooth ? beside.reduce((sum, other) => sum + other, 0) / beside.length : Math.max(...beside);
      });
      values = next;
    }
    return values;
  }

  picture() {
    if (this.made) return this.made;
    const canvas = document.createElement("canvas");
    canvas.width = this.columns;
    canvas.height = this.rows;
    const context = canvas.getContext("2d");
    const image = context.createImageData(this.columns, this.rows);
    this.filled().forEach((part, i) => {
      if (part === null) return;
      image.data.set([...mixed(this.ramp, part), 255], 4 * i);
    });
    context.putImageData(image, 0, 0);
    return (this.made = canvas);
  }

  // As Field.paint.
  paint(context, colours, free) {
    context.save();
    context.clip(free);
    context.imageSmoothingEnabled = this.smooth;
    context.drawImage(this.picture(), ...this.box);
    context.restore();
  }
}
