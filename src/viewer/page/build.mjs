// Makes dist/ (or the folder named on the command line) from the sources: page.js and its parts
// (parts.mjs), worker.js, build-worker.js, file.js, page.css and the other sheets, index.html,
// folder.html and licences.txt; not the modules, pathfan.wasm, which module/build.sh makes, and
// pathfan-build.wasm (src/bindings/javascript/builder/build.sh). The output has the same bytes each
// time, from the versions in package-lock.json. Packages are looked up in PATHFAN_NODE_MODULES, or
// in build/node, where tests/check installs them.

import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildParts } from "./parts.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const modules = path.resolve(process.env.PATHFAN_NODE_MODULES ?? path.join(here, "../../../build/node/node_modules"));
const out = path.resolve(process.argv[2] ?? path.join(here, "dist"));
const esbuild = createRequire(path.join(modules, "package.json"))(path.join(modules, "esbuild"));

// Removes all scripts and sheets, so that no former part remains.
for (const name of fs.readdirSync(out)) if (/\.(js|css)$/.test(name)) fs.rmSync(path.join(out, name));

const script = { absWorkingDir: here, bundle: true, minify: true, target: "es2022", charset: "utf8", legalComments: "none", outdir: out, nodePaths: [modules] };
const sources = await buildParts(esbuild, { ...script, format: "esm" });
await esbuild.build({ ...script, format: "iife", entryPoints: { worker: "src/worker.js", "build-worker": "src/build-worker.js", file: "src/file.js" } });

// A sheet that style.css doesn't import is a file of its own, for the part that needs it
// (lazily.js).
const named = fs.readFileSync(path.join(here, "style.css"), "utf8");
const sheets = fs.readdirSync(path.join(here, "style")).filter((name) => !named.includes(`"./style/${name}"`));
await esbuild.build({ absWorkingDir: here, entryPoints: { page: "style.css", ...Object.fromEntries(sheets.map((name) => [path.basename(name, ".css"), `style/${name}`])) }, bundle: true, minify: true, charset: "utf8", outdir: out });
fs.copyFileSync(path.join(here, "index.html"), path.join(out, "index.html"));

// folder.html is index.html for a folder without our server: it is marked as such, has its own
// content security policy, and a preview picture (export.c writes it).
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";
const served = fs.readFileSync(path.join(here, "index.html"), "utf8");
const exported = served
  .replace("<html ", "<html data-folder ")
  .replace(/( *)<meta charset="utf-8" \/>\n/, `$&$1<meta http-equiv="Content-Security-Policy" content="${policy}" />\n`)
  .replace(/( *)<meta property="og:type".*\n/, '$&$1<meta property="og:image" content="preview.png" />\n')
  .replace(/( *)<script /, `$1<script src="file.js" defer></script>\n$&`);
fs.writeFileSync(path.join(out, "folder.html"), exported);

// The licence of each package that is part of the page (now there are none), and those of the
// contents of pathfan.wasm.
const used = new Set();
for (const input of sources) {
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input);
  if (found) used.add(found[1]);
}
const parts = [...used].sort().map((name) => {
  const about = JSON.parse(fs.readFileSync(path.join(modules, name, "package.json"), "utf8"));
  const licence = fs.readFileSync(path.join(modules, name, "LICENSE"), "utf8").trim();
  return `${name} ${about.version}\n\n${licence}\n`;
});
const rule = "-".repeat(78);
const inModule = ["module/licences.txt", "../../bindings/javascript/builder/licences.txt"].map((name) => fs.readFileSync(path.join(here, name), "utf8").trim()).join(`\n\n${rule}\n\n`);
fs.writeFileSync(path.join(out, "licences.txt"), [...parts, `${inModule}\n`].join(`\n${rule}\n\n`));
