// Loaded before the service (`--import`): writes every stall of its event loop to the file STALL_FILE, a line each: how long
// it was, and how much of that the loop's thread was on a processor, in milliseconds. The rest is the disk, and other
// programs on the machine.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 5
const { STALL_FILE } = process.env

if (isMainThread && STALL_FILE) watch(STALL_FILE)

function watch(file: string): void {
  let before = { ms: performance.now(), cpu: process.threadCpuUsage() }
  const look = (): void => {
    const ms = performance.now()
    const { user, system } = process.threadCpuUsage(before.cpu)
    const stallMs = ms - before.ms - EVERY_MS
    if (stallMs > EVERY_MS)
      appendFileSync(file, `${stallMs.toFixed(1)} ${((user + system) / 1000).toFixed(1)}\n`)
    before = { ms: performance.now(), cpu: process.threadCpuUsage() }
    setTimeout(look, EVERY_MS).unref()
  }
  look()
}
