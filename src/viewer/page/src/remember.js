// Values that the browser keeps between visits; without storage they last as long as the page.

const here = new Map();

export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return here.get(key) ?? null;
  }
}

// Stores a value; null removes it.
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    here.set(key, value);
  }
}
