// Reads from a bucket that stalls, before and within its answers, while garbage is collected all the time, as on a busy
// node. Run with --expose-gc; prints what became of each read once its connection is closed.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openS3Store } from '#server/platform/files/s3-store.ts'

const READS = 7
const TIMEOUT_MS = 2000
/** A caller that waits for so long is answered. */
const STALL_MS = 30_000

const closed: Promise<void>[] = []
const server = createServer(({ socket }, response) => {
  const isWithin = closed.push(new Promise((resolve) => socket.once('close', () => resolve()))) % 2 === 0
  if (isWithin) response.writeHead(200).write('half')
  setTimeout(() => response.end('whole'), STALL_MS).unref()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const findKeys = async () => ({ accessKeyId: 'name', secretAccessKey: 'key' })
const store = openS3Store(`s3://flights?endpoint=http://127.0.0.1:${port}`, findKeys, {
  timeoutMs: TIMEOUT_MS,
})
const reads = Array.from({ length: READS }, () =>
  store.get('ab'.repeat(32)).then(
    () => 'answered',
    (error: Error) => `${error.name}: ${error.message.replace(/^.*: /, '')}`,
  ),
)
const timer = setInterval(() => globalThis.gc?.(), 100)
const outcomes = await Promise.all(reads)
// No connection is left waiting for the rest.
await Promise.all(closed)
clearInterval(timer)
server.close()
console.log(JSON.stringify(outcomes))
