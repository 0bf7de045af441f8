// The thread of one build, in browsers and Node: see `answer` in builder.js.

import { answer } from './builder.js'

if (globalThis.process?.versions?.node) {
  const { parentPort } = await import('node:worker_threads')
  parentPort.once('message', (message) => answer(message, (told, transferred) => parentPort.postMessage(told, transferred)))
} else {
  addEventListener('message', ({ data }) => answer(data, (told, transferred) => postMessage(told, transferred)), { once: true })
}
