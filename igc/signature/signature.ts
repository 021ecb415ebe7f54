// Checks a file against its instrument's signature (the G record). A signature that cannot be checked is unknown,
// never invalid; a mismatch may have many reasons, of which this tells none.
import { digest } from './md5.ts'
import { type Scheme, schemes } from './schemes.ts'

/** Changes whenever the same file may give another answer. */
export const SIGNATURE_VERSION = '1'

export interface Signature {
  status: 'valid' | 'invalid' | 'unsigned' | 'unknown'
  /** The code of the maker whose scheme it is: three letters; null when the file names none. */
  maker: string | null
  /** Why it is not valid, in a sentence; null when it is. */
  reason: string | null
}

const DIGITS = 128
const LF = 0x0a
const CR = 0x0d
const A = 0x41
const G = 0x47
const MAX_ASCII = 0x7f
/** Bytes in which the A record is found: it is the first record of a file. */
const MAKER_WITHIN = 4096
/** LK8000 signed in another way before. */
const LK8000_SINCE = '2019-02-01'

/** The bytes are those of the file as it was received; the date is that of the flight, `YYYY-MM-DD`. */
export function checkSignature(bytes: Uint8Array, date: string | undefined): Signature {
  // In UTF-16 every second byte is 0: no instrument writes it.
  if (bytes[0] === 0 || bytes[1] === 0 || isMark(bytes, [0xff, 0xfe]) || isMark(bytes, [0xfe, 0xff]))
    return { status: 'unknown', maker: null, reason: 'The file was re-encoded on its way, as UTF-16.' }
  const file = isMark(bytes, UTF_8) ? bytes.subarray(UTF_8.length) : bytes
  const maker = findMaker(file)
  if (!isAnyLineSigned(file))
    return { status: 'unsigned', maker, reason: 'The file has no signature (G record).' }
  const scheme = maker === null ? undefined : schemes.get(maker)
  if (!scheme) {
    const whose = maker === null ? 'An instrument that is not named' : `The maker ${maker}`
    return { status: 'unknown', maker, reason: `${whose} does not publish how it signs.` }
  }
  const { records, signature } = split(file)
  const reason = findMismatch(scheme, bytes.length, records, signature)
  if (reason === null) return { status: 'valid', maker, reason }
  const excuse = maker === 'XLK' ? excuseLk8000(bytes, date) : null
  return excuse === null ? { status: 'invalid', maker, reason } : { status: 'unknown', maker, reason: excuse }
}

/** The byte order mark that some editors put in front. */
const UTF_8 = [0xef, 0xbb, 0xbf]

const isMark = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

const isLineStart = (bytes: Uint8Array, at: number) =>
  at === 0 || bytes[at - 1] === LF || bytes[at - 1] === CR

/**
 * The maker in the first A record, wherever it is. Most files are of closed schemes: this costs them next to
 * nothing.
 */
function findMaker(bytes: Uint8Array): string | null {
  for (let at = bytes.indexOf(A); at >= 0; at = bytes.indexOf(A, at + 1)) {
    const maker = isLineStart(bytes, at) ? /^A([A-Z]{3})/.exec(textOf(bytes.subarray(at, at + 4))) : null
    if (maker) return maker[1]!
    if (at > MAKER_WITHIN) return null
  }
  return null
}

/** Fixes have no G: from the beginning all of them are passed over at once, which from the end takes as long as to read them. */
function isAnyLineSigned(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(G); at >= 0; at = bytes.indexOf(G, at + 1))
    if (isLineStart(bytes, at)) return true
  return false
}

/** The lines that may be signed, and what follows G in the others. */
function split(bytes: Uint8Array): { records: Uint8Array[]; signature: string } {
  const records: Uint8Array[] = []
  const signed: string[] = []
  for (let start = 0; start < bytes.length;) {
    let end = start
    while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++
    const line = bytes.subarray(start, end)
    start = end + 1
    if (line.length === 0) continue
    if (line[0] !== G) records.push(line)
    // A signature has 17 characters a line: what goes on for ever is none.
    else if (signed.length < DIGITS) signed.push(textOf(line.subarray(1, 1 + DIGITS)).trim())
  }
  return { records, signature: signed.join('').toLowerCase() }
}

const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes)

/** The first rule that is broken; null when it is right. */
function findMismatch(
  { collect, states }: Scheme,
  size: number,
  records: readonly Uint8Array[],
  signature: string,
): string | null {
  if (!/^[0-9a-f]*$/.test(signature))
    return 'The signature does not match: it has signs that are no hexadecimal digits.'
  if (signature.length !== DIGITS)
    return `The signature does not match: it has ${signature.length} digits instead of ${DIGITS}.`
  const message = new Uint8Array(size)
  const length = collect(records, message)
  const signed = message.subarray(0, length)
  const share = DIGITS / states.length
  const isRight = states.every(
    (state, part) => digest(signed, state) === signature.slice(part * share, (part + 1) * share),
  )
  return isRight ? null : 'The signature does not match the records of the file.'
}

/** Its signature covers every byte: re-encoding a file on its way breaks it. */
function excuseLk8000(bytes: Uint8Array, date: string | undefined): string | null {
  if (date !== undefined && date < LK8000_SINCE)
    return 'LK8000 signed in another way before 2019, which is not checked here.'
  if (bytes.some((byte) => byte > MAX_ASCII || byte === 0))
    return 'The file holds letters that LK8000 does not write: it may have been re-encoded on its way.'
  return null
}
