// The classes of each view, tool and part are in the style sheets that are loaded with it: those
// that style.css imports, and those that lazily() names (lazily.js). A class that no sheet has is
// no fault: tests and scripts find elements by it.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const page = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../src/viewer/page");
const read = (name) => fs.readFileSync(path.join(page, name), "utf8");

// Modules that put in classes of a sheet only while the part that loads it is there: the legend of
// a terrain, the table of its legs; the bar of a build, which a drawing shortens.
const BORROWED = { terrain: ["panel.js", "path-lines.js", "legend.js", "legs-table.js"], draw: ["jobs.js"] };

const selected = (css) => css.replace(/\/\*[^]*?\*\//g, "").replace(/\{[^{}]*\}/g, "{}").matchAll(/\.([a-z][\w-]*)/g);
const sheets = new Map(fs.readdirSync(path.join(page, "style")).map((file) => [path.basename(file, ".css"), new Set([...selected(read(`style/${file}`))].map(([, name]) => name))]));
const always = [...read("style.css").matchAll(/style\/([a-z]+)\.css/g)].map(([, name]) => name);

// Returns the classes that a module names in strings: in `class: "..."` and `class: on ? "..." : "..."`,
// also the fixed ones of templates, and as the first argument of classList's functions.
function classesIn(module) {
  const code = read(`src/${module}`).replace(/^\s*\/\/.*$/gm, "");
  const places = [...code.matchAll(/\bclass(?:Name)?(?::| =) ([^\n]*?)(?=,\s*["\w-]+:| \}|;|\))/g), ...code.matchAll(/classList\.(?:add|toggle|remove)\(("[^"]*")/g)];
  const strings = places.flatMap(([, value]) => [...value.matchAll(/["`]([^"`]*)["`]/g)].map(([, text]) => text));
  return new Set(strings.flatMap((text) => text.split(/\s+/)).filter((word) => /^[a-z][\w-]*$/.test(word)));
}

// Adds a module and all that it imports.
function closure(module, found = new Set()) {
  if (found.has(module)) return found;
  found.add(module);
  for (const [, other] of read(`src/${module}`).matchAll(/^(?:import|export) [^;]*? from "\.\/([^"]+)";/gm)) closure(other, found);
  return found;
}

const main = closure("main.js");
const parts = [{ name: "main.js", modules: [...main], loaded: always }];
for (const module of fs.readdirSync(path.join(page, "src")).filter((name) => name.endsWith(".js")))
  for (const [, how, name, others] of read(`src/${module}`).matchAll(/\b(lazily|docked)\(\(\) => import\("\.\/([^"]+)"\)([^)]*)\)/g)) {
    const named = [...others.matchAll(/"([a-z]+)"/g)].map(([, sheet]) => sheet);
    for (const sheet of named) assert.ok(sheets.has(sheet), `${module} names a sheet ${sheet}`);
    parts.push({ name, modules: [...closure(name)].filter((each) => !main.has(each)), loaded: [...always, ...named, ...(how === "docked" ? ["tools"] : [])] });
  }

const wrong = [];
let seen = 0;
for (const { name, modules, loaded } of parts)
  for (const module of modules)
    for (const word of classesIn(module)) {
      const having = [...sheets.keys()].filter((sheet) => sheets.get(sheet).has(word));
      seen += having.some((sheet) => loaded.includes(sheet));
      if (having.length && !having.some((sheet) => loaded.includes(sheet) || BORROWED[sheet]?.includes(module))) wrong.push(`${name}: .${word} of ${module} is only in ${having.map((sheet) => `${sheet}.css`)}`);
    }
assert.deepEqual(wrong, [], "classes whose sheet isn't loaded");
assert.ok(parts.length >= 20 && seen > 250, `classes are found (${seen} in ${parts.length} parts)`);
