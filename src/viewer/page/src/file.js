// Explains why a page opened as a file doesn't work: browsers then load no modules, so the page's
// own script can't run. Used only by folder.html.

if (location.protocol === "file:") {
  const words = document.createElement("p");
  words.textContent = "This page was opened as a file, and may not load the others that it needs. Any web server shows it: python3 -m http.server, for one.";
  words.setAttribute("role", "alert");
  words.className = "loading";
  document.querySelector("main").append(words);
}
