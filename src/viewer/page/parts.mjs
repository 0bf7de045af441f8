// Splits the page's script into the files of dist/.
//
// The modules that main.js imports, directly or not, are page.js. A module loaded by import() is a
// part: a file named like its source, fetched when needed. A module that several parts import, and
// page.js doesn't, is a part as well, so that its code isn't duplicated. (esbuild's own splitting
// makes a file for each set of parts that share something: two dozen, named by numbers.) Parts
// import from each other by prefixed names: `h` of dom.js is `dom_h` of page.js.

import fs from "node:fs";
import path from "node:path";

const MAIN = "src/main.js";
const fileOf = (part) => (part === MAIN ? "page.js" : path.basename(part));
const nameIn = (module, name) => `${path.basename(module, ".js").replaceAll("-", "_")}_${name}`;

// Returns the part of each module, by its path: itself if it is a part.
function partsOf(inputs) {
  const of = (module, kind) => inputs[module].imports.filter((each) => each.kind === kind && !each.external).map((each) => each.path);
  const part = new Map();
  const take = (module) => {
    if (part.has(module)) return;
    part.set(module, MAIN);
    of(module, "import-statement").forEach(take);
  };
  take(MAIN);

  // The other modules, each after all its importers.
  const order = [];
  const seen = new Set(part.keys());
  const visit = (module) => {
    if (seen.has(module)) return;
    seen.add(module);
    of(module, "import-statement").forEach(visit);
    order.unshift(module);
  };
  const wanted = Object.keys(inputs).flatMap((module) => of(module, "dynamic-import")).sort();
  for (const module of wanted) {
    if (part.get(module) === MAIN) throw new Error(`${module} is in page.js already: nobody need import() it`);
    visit(module);
  }
  for (const module of order) {
    const importers = order.filter((other) => of(other, "import-statement").includes(module));
    const parts = new Set(importers.map((other) => part.get(other)));
    part.set(module, wanted.includes(module) || parts.size > 1 ? module : [...parts][0]);
  }
  return part;
}

// Returns the names that one module imports from another: of `import { a, b as c } from`; for
// `import * as`, all.
function namesIn(text, other, all) {
  const names = new Set();
  const statements = new RegExp(`^(?:import|export) (\\{[^}]*\\}|\\* as \\w+) from "[^"]*/${path.basename(other)}";`, "gm");
  for (const [, list] of text.matchAll(statements)) {
    if (list[0] === "*") all.forEach((name) => names.add(name));
    else for (const each of list.slice(1, -1).split(",")) names.add(each.trim().split(" as ")[0]);
  }
  return names;
}

// Builds all parts into a folder; returns the paths of their sources. options: esbuild's.
export async function buildParts(esbuild, options) {
  const { absWorkingDir: root, outdir, ...rest } = options;
  const build = (more) => esbuild.build({ ...rest, absWorkingDir: root, metafile: true, ...more });
  const { inputs } = (await build({ entryPoints: [MAIN], splitting: true, write: false, outdir })).metafile;
  const part = partsOf(inputs);
  const modules = Object.keys(inputs);
  const alone = (await build({ entryPoints: modules, bundle: false, write: false, outdir, outbase: "." })).metafile.outputs;
  const exportsOf = new Map(Object.values(alone).map(({ entryPoint, exports }) => [entryPoint, exports]));

  // For each module, the names that each part takes from it.
  const taken = new Map(modules.map((module) => [module, new Map()]));
  for (const module of modules) {
    const text = fs.readFileSync(path.join(root, module), "utf8");
    for (const { path: other, kind } of inputs[module].imports) {
      if (kind !== "import-statement" || part.get(other) === part.get(module)) continue;
      const names = taken.get(other).get(part.get(module)) ?? [];
      taken.get(other).set(part.get(module), [...new Set([...names, ...namesIn(text, other, exportsOf.get(other))])].sort());
    }
  }

  for (const own of new Set(part.values())) {
    const others = {
      name: "other parts",
      setup(setup) {
        setup.onResolve({ filter: /^\./ }, ({ path: wanted, resolveDir, kind, namespace }) => {
          if (namespace === "other") return { path: wanted, external: true };
          const module = path.relative(root, path.resolve(resolveDir, wanted));
          if (part.get(module) === own) return undefined;
          return kind === "dynamic-import" ? { path: `./${fileOf(module)}`, external: true } : { path: module, namespace: "other" };
        });
        setup.onLoad({ filter: /./, namespace: "other" }, ({ path: module }) => {
          const names = taken.get(module).get(own).map((name) => `${nameIn(module, name)} as ${name}`);
          return { contents: `export { ${names.join(", ")} } from "./${fileOf(part.get(module))}";`, resolveDir: root };
        });
      },
    };
    const given = modules.filter((module) => part.get(module) === own && taken.get(module).size).sort().map((module) => {
      const names = [...new Set([...taken.get(module).values()].flat())].sort();
      return `export { ${names.map((name) => `${name} as ${nameIn(module, name)}`).join(", ")} } from "./${module}";\n`;
    });
    const contents = `${own === MAIN ? `import` : `export * from`} "./${own}";\n${given.join("")}`;
    await build({ stdin: { contents, resolveDir: root, sourcefile: fileOf(own) }, outfile: path.join(outdir, fileOf(own)), plugins: [others] });
  }
  return modules;
}
