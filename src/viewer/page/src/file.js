// A page that was opened as a file says what it lacks: browsers load no modules then, so that the page's own
// script can't. Only folder.html has this one.

if (location.protocol === "file:") {
  const words = document.createElement("p");
  words.textContent = "This page was opened as a file, and may not load the others that it needs. Any web server shows it: python3 -m http.server, for one.";
  words.setAttribute("role", "alert");
  words.className = "loading";
  document.querySelector("main").append(words);
}
