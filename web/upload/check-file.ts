// Reads a file in the browser before it is sent: a bad one is explained at once, by its line.
import { findError, readIgc } from '#igc/read.ts'

export interface CheckedFile {
  /** Why it cannot be a flight; undefined when it can. */
  refusal: { message: string; hint: string } | undefined
  fixes: number
  date: string | undefined
}

export async function checkFile(file: File): Promise<CheckedFile> {
  const bytes = await readBytes(file)
  if (!bytes)
    return refuse('The file is compressed in a way that cannot be read.', 'Unpack it and drop the IGC file.')
  const igc = readIgc(bytes, { now: new Date() })
  const error = findError(igc)
  return {
    refusal: error && { message: error.message, hint: error.hint },
    fixes: igc.track?.length ?? 0,
    date: igc.date,
  }
}

function refuse(message: string, hint: string): CheckedFile {
  return { refusal: { message, hint }, fixes: 0, date: undefined }
}

/** Undefined when it looks like gzip but is not. */
async function readBytes(file: File): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
    return new Uint8Array(await new Response(unpacked).arrayBuffer())
  } catch {
    return undefined
  }
}
