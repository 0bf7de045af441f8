// Answers requests in a folder without a server, in a worker, so that the page never waits for a
// query. Messages: {number, method, address, body}, answered with {number, status, text}; {number,
// add, bytes} adds an index, {number, drop} removes it (answers.js).

import { Answers } from "./answers.js";

async function read(name) {
  const response = await fetch(name).catch(() => null);
  if (!response?.ok) throw new Error(`${name} can't be fetched${response ? ` (${response.status})` : ""}`);
  return response.arrayBuffer();
}

const answers = new Answers(read);

addEventListener("message", async ({ data: { number, method, address, body, add, bytes, drop } }) => {
  const answered = add ? answers.add(add, bytes) : drop ? answers.drop(drop) : answers.answer(method, address, body);
  postMessage({ number, ...(await answered) });
});
