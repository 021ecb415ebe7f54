// The bytes of a line as text: IGC files come in UTF-8, Latin-1 and windows-1252, sometimes mixed in one file.

const utf8 = new TextDecoder('utf-8')
const windows1252 = new TextDecoder('windows-1252')

/** No header is longer; a line of megabytes must not become a string. */
const MAX_TEXT_LENGTH = 1000

export function decodeText(bytes: Uint8Array, from: number, to: number): string {
  const line = bytes.subarray(from, Math.min(to, from + MAX_TEXT_LENGTH))
  const text = utf8.decode(line)
  return cleanText(text.includes('\uFFFD') ? windows1252.decode(line) : text)
}

/** For short ASCII fields: no decoder, no surprise. */
export function asciiText(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let i = from; i < Math.min(to, from + MAX_TEXT_LENGTH, bytes.length); i++) {
    const byte = bytes[i]!
    text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '?'
  }
  return text
}

/** A UTF-16 file as single bytes, any other file as it is: UTF-16 is what text editors call "Unicode". */
export function narrowUtf16(bytes: Uint8Array): Uint8Array {
  const littleEndian = bytes[0] === 0xff && bytes[1] === 0xfe
  const bigEndian = bytes[0] === 0xfe && bytes[1] === 0xff
  if (!littleEndian && !bigEndian) return bytes
  const narrow = new Uint8Array((bytes.length >> 1) - 1)
  for (let i = 0; i < narrow.length; i++) {
    const low = bytes[2 * i + (littleEndian ? 2 : 3)]!
    const high = bytes[2 * i + (littleEndian ? 3 : 2)]!
    narrow[i] = high === 0 ? low : 0x3f
  }
  return narrow
}

function cleanText(text: string): string {
  // Control characters would travel into JSON, logs and pages.
  return text
    .replaceAll(/[\p{Cc}\uFEFF]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}
