// A method's panel in the explore view: its paths, the list to pick another method, its requests
// and answers. While the server is unreachable the last paths stay, pale, and the request is
// repeated.

import * as api from "./api.js";
import { Asker } from "./asker.js";
import { Choice } from "./controls.js";
import { h, put } from "./dom.js";
import { METHODS, isSingle, mayAsk, mayBecome, methodName } from "./methods.js";
import { notice } from "./notice.js";
import { Panel } from "./panel.js";
import { ALL_BLOCKED, faster, plural, reason, time } from "./words.js";

const AGAIN_MS = 1000; // delay before an unreachable server is asked again; doubled each time
const AGAIN_MOST_MS = 8000;
const TIMES_MAX = 2000; // of answers, kept in the browser's performance entries for measurements

export class MethodPanel {
  // place: 0, or 1 for the method compared with; picked(method): from its list; resized([width,
  // height]).
  constructor(view, method, place, { picked, resized }) {
    this.view = view;
    this.method = method;
    this.answer = this.question = this.error = null;
    this.gone = false; // whether the server is unreachable
    this.tries = 0;
    this.choice = new Choice(place ? "Method to compare with" : "Method", METHODS, picked);
    const { info } = view.ground;
    this.choice.allow((name) => mayAsk(info, name), (name) => mayBecome(info, name));
    this.choice.show(method);
    this.time = h("span", {});
    const spent = h("span", { class: "figure", title: "time of the query in the library" }, h("span", { class: "if-wide" }, "answered in "), this.time);
    this.found = h("span", { class: "figure" });
    this.panel = new Panel({
      title: `Paths by ${methodName(method)}`,
      camera: view.camera,
      tools: !place,
      head: h("header", { class: "panel-head" }, this.choice.root, this.found, spent),
      moved: (name, point, rests) => view.endMoved(name, point, rests),
      chosen: (number) => view.choose(number),
      clicked: (point, event, number) => view.clicked(point, event, number),
      hovered: (point) => view.tools.tell("hovered", point),
      folded: () => view.stage.frame(),
      resized,
    });
    this.panel.setGround(view.ground);
    this.asker = new Asker(
      (question, signal) => api.query(question.body, signal),
      (answer, question) => this.answered(answer, question),
      (error) => this.failed(error),
      (on) => this.panel.setBusy(on),
    );
    this.show();
  }

  get wanted() {
    return isSingle(this.method, this.view.ground.hasAreas) ? 1 : this.view.settings.paths;
  }

  ask(rests, measures) {
    const body = { ...this.view.question(this.method), measures };
    if (!measures && this.view.ground.hasAreas) body.paths = 1; // others take many times as long
    this.asker.put({ body, rests, start: performance.now(), settings: { ...this.view.settings } });
  }

  answered(answer, question) {
    this.answer = answer;
    this.question = question;
    this.error = null;
    this.tries = 0;
    if (this.gone) notice("The server is back.");
    this.gone = false;
    this.show(question.rests);
    const end = performance.now();
    performance.measure("pathfan-answer", { start: question.start, end });
    if (performance.getEntriesByName("pathfan-answer").length > TIMES_MAX) performance.clearMeasures("pathfan-answer");
    this.view.answered(this, end - question.start);
  }

  failed(error) {
    this.gone = error.status === 0;
    if (!this.gone) this.answer = null;
    this.error = error.message;
    this.show();
    if (this.gone) {
      this.tries++;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.view.ask(true), Math.min(AGAIN_MS * 2 ** (this.tries - 1), AGAIN_MOST_MS));
    }
    if (error.status === 400 || error.status === 409) this.view.reload(); // the map has become a terrain, or is none any more
  }

  // rests: false during a drag; the words then follow more slowly.
  show(rests = true) {
    const { settings, ground, tools, words } = this.view;
    const { answer, wanted } = this;
    this.panel.show({
      wordsNow: false,
      answer,
      ends: { from: settings.from, to: settings.to },
      shown: settings.shown,
      wanted,
      on: settings.layers,
      sights: tools.shown,
      reason: !ground.polygons.length ? ALL_BLOCKED : this.error ?? (answer ? reason(answer, this.question.settings, this.method) : "Asking…"),
      trouble: this.trouble(),
      stale: this.gone,
    });
    if (rests) words.now();
    else words.soon();
  }

  // beside: the other panel, if there is one.
  showWords(rests, beside) {
    const { answer, wanted } = this;
    put(this.found, answer ? `${answer.paths.length} of ${plural(wanted, "path")}` : "");
    put(this.time, this.timeWords(beside));
    this.panel.showWords(rests);
    this.panel.root.dataset.reason = answer?.reason ?? "";
  }

  // Returns the message over a map without paths, or "".
  trouble() {
    const { gone, error, answer, question, method } = this;
    if (!this.view.ground.polygons.length) return ALL_BLOCKED;
    if (gone) return `${error} It is asked again.`;
    if (error) return error;
    return answer && !answer.paths.length ? reason(answer, question.settings, method) : "";
  }

  // Returns the time of the query, and side by side the speedup over the other method.
  timeWords(beside) {
    const us = this.answer?.time_us;
    if (us == null) return "–";
    const ratio = beside?.answer?.time_us == null ? "" : faster(us, beside.answer.time_us, methodName(beside.method));
    return `${time(us)}${ratio && ` · ${ratio}`}`;
  }

  end() {
    clearTimeout(this.timer);
    this.asker.end();
    this.panel.end();
  }
}
