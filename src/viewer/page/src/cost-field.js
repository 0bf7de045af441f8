// A tool of the explore view, a layer for terrains: the cost of ways to the goal, from
// everywhere. It follows the goal as paths do: one request is in flight, and the newest question
// comes next.

import * as api from "./api.js";
import { Asker } from "./asker.js";
import { Field, fieldGrid } from "./field.js";
import { complain } from "./notice.js";

export class CostField {
  constructor(view) {
    this.view = view;
    this.asker = new Asker(
      ({ at, grid }, signal) => api.field(view.settings.map, at, grid, signal),
      (answer) => this.show(new Field(answer, view.ground.box)),
      complain,
    );
  }

  // The panels may have been replaced.
  changed() {
    if (this.field) this.show(this.field);
    this.ask(true);
  }

  asked(rests) {
    this.ask(rests);
  }

  ask(rests) {
    const { ground, settings } = this.view;
    const grid = fieldGrid(ground, rests, this.field);
    const key = `${ground.generation} ${settings.to} ${grid.columns} ${grid.rows}`;
    if (this.known === key) return;
    this.known = key;
    this.asker.put({ at: settings.to, grid });
  }

  show(field) {
    this.field = field;
    for (const { panel } of this.view.panels) {
      panel.map.setField(field);
      panel.legend.setField(field);
    }
  }

  hovered(point) {
    if (!this.field) return;
    const cell = point ? this.field.cell(point) : -1;
    const feature = this.field.feature[cell];
    const name = this.view.ground.terrain?.lines.find((line) => line.feature === feature)?.name;
    for (const { panel } of this.view.panels) panel.legend.showCost(this.field.cost[cell] ?? null, name);
  }

  end() {
    this.asker.end(); // drops a pending answer
    this.show(null);
  }
}
