// Fetches a module when it is first needed, with its style sheets:
//
//   const { DrawView } = await lazily(() => import("./draw-view.js"), "draw");
//
// style/draw.css is such a sheet, which style.css doesn't import. build.mjs makes a file of each
// module and sheet.

const sheets = new Map(); // promises of loading, by name

// Resolves when the sheet has been applied.
function sheet(name) {
  if (!sheets.has(name)) {
    const link = document.createElement("link");
    const loaded = new Promise((resolve, reject) => {
      link.addEventListener("load", resolve);
      link.addEventListener("error", reject);
    });
    link.rel = "stylesheet";
    link.href = `${name}.css`;
    document.head.append(link);
    sheets.set(name, loaded);
    loaded.catch(() => {
      sheets.delete(name); // the next request tries again
      link.remove();
    });
  }
  return sheets.get(name);
}

export async function lazily(load, ...names) {
  try {
    const [module] = await Promise.all([load(), ...names.map(sheet)]);
    return module;
  } catch {
    throw new Error("This part of the page can't be fetched. Load the page again once its server is there.");
  }
}
