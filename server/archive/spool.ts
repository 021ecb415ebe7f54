// Lines that are kept on the disk for a while, in a file without a name: however the process ends, it is gone.
import { open, rm } from 'node:fs/promises'
import { PRIVATE_FILE } from '#server/platform/files/private-files.ts'
import { splitLines } from './split-lines.ts'

const BUFFER_LENGTH = 65_536

export interface Spool {
  add(line: string): Promise<void>
  /** All lines, in their order; nothing may be added any more. */
  read(): AsyncIterable<string>
  close(): Promise<void>
}

/** The path is in use for a moment. */
export async function openSpool(path: string): Promise<Spool> {
  const file = await open(path, 'w+', PRIVATE_FILE)
  await rm(path)
  let waiting = ''
  const flush = async () => {
    await file.appendFile(waiting)
    waiting = ''
  }
  return {
    add: async (line) => {
      waiting += `${line}\n`
      if (waiting.length >= BUFFER_LENGTH) await flush()
    },
    read: async function* () {
      await flush()
      yield* splitLines(file.createReadStream({ start: 0, autoClose: false }))
    },
    close: () => file.close(),
  }
}
