// Checks a file in the browser before it is uploaded, so that a bad one is explained at once, by line.
import { findError, readIgc } from '#igc/read.ts'

export interface CheckedFile {
  /** Why the file cannot be used; undefined when it can. */
  refusal: { message: string; hint: string } | undefined
  fixes: number
  date: string | undefined
}

export async function checkFile(file: File): Promise<CheckedFile> {
  const bytes = await readBytes(file)
  if (!bytes)
    return refuse('This gzip file cannot be unpacked.', 'Unpack it yourself and upload the IGC file.')
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

/** Undefined when the file starts like gzip but cannot be unpacked. */
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
