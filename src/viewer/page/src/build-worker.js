// The worker of one build: see bake.js.

import { answer } from "../../../bindings/javascript/builder/builder.js";

addEventListener("message", ({ data }) => answer(data, (told, transferred) => postMessage(told, transferred)), { once: true });
