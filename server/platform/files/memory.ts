// Memory that is given back at once.

/**
 * Frees bytes that nobody reads any more. Left to the garbage collector, buffers of every 64 MB would make it scan the
 * whole heap, and no request is answered meanwhile.
 */
export function free(bytes: Uint8Array): void {
  const { buffer } = bytes
  // Not when they are part of a larger buffer.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0)
}
