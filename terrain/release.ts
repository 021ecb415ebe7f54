// Memory is given back at once: buffers of 26 MB would otherwise wait for the garbage collector, which is in no hurry.

/** Small ones may be a part of a buffer that others use. */
const MIN_BYTES = 1_000_000

/** It must not be used any more. */
export function release({ buffer }: { buffer: ArrayBufferLike }): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && buffer.byteLength >= MIN_BYTES) buffer.transfer(0)
}
