// What isn't needed at first, fetched when it is wanted:
//
//   const { DrawView } = await lazily(() => import("./draw-view.js"), "draw");
//
// is a module and the sheets that go with it: style/draw.css, which style.css doesn't name. build.mjs
// makes a file of each.

const sheets = new Map(); // by name, what becomes of them

// Once it holds.
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
      sheets.delete(name); // the next who wants it tries again
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
