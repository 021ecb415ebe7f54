// A recording that ends in the air.

/** As far as the instrument got before its battery was empty. */
export function cutShort(file: Uint8Array): Uint8Array {
  const lines = Buffer.from(file).toString('latin1').split('\r\n')
  return Buffer.from(lines.slice(0, Math.floor(lines.length / 2)).join('\r\n'), 'latin1')
}
