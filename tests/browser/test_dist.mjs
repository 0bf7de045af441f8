// The files of dist/, which the program includes, are what the sources build.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { assert, modules, root, skip, temporary } from "./kit.mjs";

const page = path.join(root, "src/viewer/page");
const expected = JSON.parse(fs.readFileSync(path.join(page, "package-lock.json"))).packages;
for (const name of ["esbuild"]) {
  const about = path.join(modules, name, "package.json");
  if (!fs.existsSync(about)) skip(`no ${name} in ${modules} (tests/check installs it)`);
  const wanted = expected[`node_modules/${name}`].version;
  const found = JSON.parse(fs.readFileSync(about)).version;
  if (found !== wanted) skip(`${name} is ${found}, package-lock.json says ${wanted}`);
}

const lock = fs.readFileSync(path.join(page, "package-lock.json"), "utf8");
for (const [address] of lock.matchAll(/"resolved": "[^"]*"/g)) assert.match(address, /https:\/\/registry\.npmjs\.org\//);

const made = path.join(temporary, "dist");
fs.mkdirSync(made);
execFileSync(process.execPath, [path.join(page, "build.mjs"), made], { env: { ...process.env, PATHFAN_NODE_MODULES: modules } });
const MODULES = ["pathfan.wasm", "pathfan-build.wasm"]; // checked by page_module.sh
const names = [...fs.readdirSync(made), ...MODULES].sort();
assert.deepEqual(fs.readdirSync(path.join(page, "dist")).sort(), names, "dist/ has other files than the sources make: node src/viewer/page/build.mjs");
for (const name of names) {
  if (MODULES.includes(name)) continue;
  const same = fs.readFileSync(path.join(made, name)).equals(fs.readFileSync(path.join(page, "dist", name)));
  assert.ok(same, `dist/${name} isn't what the sources make: node src/viewer/page/build.mjs`);
}
console.log("dist/ is what the sources make");
