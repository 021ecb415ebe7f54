// Receivers on loopback in a separate thread: they answer at once, or, when dead, never.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

const { alive, dead } = workerData as { alive: number; dead: number }

function listen(isAlive: boolean): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      if (isAlive) response.end('ok')
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`),
    )
  })
}

const urls = await Promise.all(Array.from({ length: alive + dead }, (_, index) => listen(index < alive)))
// The origin is a matter of browsers; this is a thread.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage({ alive: urls.slice(0, alive), dead: urls.slice(alive) })
