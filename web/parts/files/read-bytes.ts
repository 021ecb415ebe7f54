// The bytes of a file, unpacked where it is a gzip file.

/** Undefined when the file starts like gzip but cannot be unpacked. */
export async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
    return new Uint8Array(await new Response(unpacked).arrayBuffer())
  } catch {
    return undefined
  }
}
