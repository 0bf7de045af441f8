// A value for each cell of a grid over the map. The map's canvas and saved pictures draw it instead
// of a terrain's field: one pixel a cell, enlarged.

const NEAR = 6; // cells that colours extend into obstacles, so that their borders are coloured too

// Returns red, green and blue of the ramp's colour at part, 0..1.
export function mixed(ramp, part) {
  const at = Math.min(1, Math.max(0, part)) * (ramp.length - 1);
  const low = Math.min(ramp.length - 2, Math.floor(at));
  return [0, 1, 2].map((k) => Math.round(ramp[low][k] + (at - low) * (ramp[low + 1][k] - ramp[low][k])));
}

// Returns the ramp of the style sheet (tools.css) that applies to an element.
export function heatRamp(element) {
  const style = getComputedStyle(element);
  return [0, 1, 2, 3, 4].map((i) => [1, 3, 5].map((at) => parseInt(style.getPropertyValue(`--heat-${i}`).trim().slice(at, at + 2), 16)));
}

// Returns the centres of the cells of a grid, row by row.
export function middles({ columns, rows }, [x, y, width, height]) {
  return Array.from({ length: columns * rows }, (_, i) => [x + (((i % columns) + 0.5) * width) / columns, y + ((Math.floor(i / columns) + 0.5) * height) / rows]);
}

export class Heat {
  // parts: for each cell its place on the ramp, 0..1, or null without a value; ramp: its colours;
  // smooth: whether to blend the colours of cells.
  constructor({ columns, rows }, box, parts, ramp, smooth) {
    Object.assign(this, { columns, rows, box, ramp, smooth, parts });
    this.contours = "";
  }

  arrows() {
    return "";
  }

  // Returns the parts, extended into cells without a value, whose centres lie in obstacles.
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

  // Like Field.paint.
  paint(context, colours, free) {
    context.save();
    context.clip(free);
    context.imageSmoothingEnabled = this.smooth;
    context.drawImage(this.picture(), ...this.box);
    context.restore();
  }
}
