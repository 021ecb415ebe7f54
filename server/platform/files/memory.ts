// Memory that is given back at once.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Frees bytes that are not read any more. Left to the garbage collector, buffers of every 64 MB would make it scan the
 * whole heap, and no request is answered meanwhile.
 */
export function free(bytes: ArrayBufferView): void {
  const { buffer } = bytes
  // Not when they are part of a larger buffer.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0)
}

/**
 * Collects this thread's garbage and gives the memory back. For a thread that has just loaded much and now waits: V8
 * collects when something is allocated, so all of it would be kept as long as nothing happens. `last-resort` finds more, and
 * takes five times as long.
 */
export function collectGarbage(flavor: 'regular' | 'last-resort'): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  collect({ type: 'major', flavor })
}

/**
 * To be called before a thread is started. `--max-semi-space-size` is for the main thread, which has its heap by now; V8
 * would give threads as much, too, whatever limits they are started with.
 */
export function keepLimitsOfThreads(): void {
  setFlagsFromString('--max-semi-space-size=0')
}
