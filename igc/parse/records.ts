// Kinds of records by their first bytes.

/** A manufacturer's code of three characters follows the letter: a stray line among the fixes begins no recording. */
export function isRecorderRecord(bytes: Uint8Array, at: number): boolean {
  return isAlphanumeric(bytes[at + 1]) && isAlphanumeric(bytes[at + 2]) && isAlphanumeric(bytes[at + 3])
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function isAlphanumeric(byte: number | undefined): boolean {
  if (byte === undefined) return false
  const upper = byte & ~0x20
  return isDigit(byte) || (upper >= 0x41 && upper <= 0x5a)
}
