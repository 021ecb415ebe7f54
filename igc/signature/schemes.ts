// The two schemes whose makers publish them. Each signs with four digests of one message, from different states.
import type { State } from './md5.ts'

export interface Scheme {
  readonly states: readonly State[]
  /** The bytes that are signed; they are written to the end of `into`, and their number is returned. */
  readonly collect: (lines: Iterable<Uint8Array>, into: Uint8Array) => number
}

const COMMA = 0x2c
const H = 0x48
const L = 0x4c

/** 1 for the bytes that XCSoar signs: printable ASCII without a few signs; the comma is for its version to decide. */
const isSigned = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte <= 0x7e && !'$*!\\^~,'.includes(String.fromCharCode(byte)) ? 1 : 0,
)

/** Version 6.5 signs commas, every other one leaves them out. */
const SIGNS_COMMAS = /^HFFTYFRTYPE:XCSOAR,XCSOAR .* 6\.5 /

const startsWith = (line: Uint8Array, text: string) =>
  line.length >= text.length && Array.from(text).every((sign, at) => line[at] === sign.charCodeAt(0))

/** Printable characters of what the program itself has written. */
function collectXcsoar(lines: Iterable<Uint8Array>, into: Uint8Array): number {
  let length = 0
  let hasCommas = false
  for (const line of lines) {
    if (line[0] === L && !startsWith(line, 'LXCS')) continue
    if (line[0] === H && startsWith(line, 'HOP')) continue
    if (line[0] === H && SIGNS_COMMAS.test(String.fromCharCode(...line.subarray(0, 200)))) hasCommas = true
    for (let at = 0; at < line.length; at++) {
      const byte = line[at]!
      if (isSigned[byte] === 1 || (byte === COMMA && hasCommas)) into[length++] = byte
    }
  }
  return length
}

/** Every byte. */
function collectLk8000(lines: Iterable<Uint8Array>, into: Uint8Array): number {
  let length = 0
  for (const line of lines) {
    into.set(line, length)
    length += line.length
  }
  return length
}

/** By the code of the maker, which follows the first A. */
export const schemes: ReadonlyMap<string, Scheme> = new Map([
  [
    'XCS',
    {
      states: [
        [0x1c80a301, 0x9eb30b89, 0x39cb2afe, 0x0d0fea76],
        [0x48327203, 0x3948ebea, 0x9a9b9c9e, 0xb3bed89a],
        [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476],
        [0xc8e899e8, 0x9321c28a, 0x438eba12, 0x8cbe0aee],
      ],
      collect: collectXcsoar,
    },
  ],
  [
    'XLK',
    {
      states: [
        [0x63e54c01, 0x25adab89, 0x44baecfe, 0x60f25476],
        [0x41e24d03, 0x23b8ebea, 0x4a4bfc9e, 0x640ed89a],
        [0x61e54e01, 0x22cdab89, 0x48b20cfe, 0x62125476],
        [0xc1e84fe8, 0x21d1c28a, 0x438e1a12, 0x6c250aee],
      ],
      collect: collectLk8000,
    },
  ],
])
