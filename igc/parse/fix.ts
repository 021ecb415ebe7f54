// B records, byte by byte, straight into columns: no string and no object per fix.
//
//   0         1         2         3
//   0123456789012345678901234567890123 4
//   BHHMMSSDDMMmmmNDDDMMmmmEVPPPPPGGGGG   then extensions, named by the I record

export interface FixColumns {
  length: number
  readonly secondsOfDay: Int32Array
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  readonly pressureAltitude: Int32Array
  readonly gnssAltitude: Int32Array
  readonly valid: Uint8Array
  /** Where in the file the record starts. */
  readonly offset: Int32Array
  /** Bytes of the record, its extensions included, at most 99. */
  readonly recordLength: Uint8Array
  readonly line: Int32Array
}

export const FIX_LENGTH = 35
/** No I record can name a byte beyond 99. */
const MAX_RECORD_LENGTH = 99

/** Positions of a field inside a record, from 0, `to` not included; both 0 when absent. */
export interface Field {
  from: number
  to: number
  /** Ten to the number of its digits. */
  scale: number
}

export const NO_FIELD: Field = { from: 0, to: 0, scale: 1 }

/** Where reading stands. `view` is over `bytes`. */
export interface FixCursor {
  readonly bytes: Uint8Array
  readonly view: DataView
  at: number
  line: number
  /** Further decimals of the minutes, as XCTrack and others write them (LAD, LOD). */
  latitudeDecimals: Field
  longitudeDecimals: Field
}

/** Thousandths of a minute. */
const MAX_LATITUDE = 5_400_000
const MAX_LONGITUDE = 10_800_000

const LETTER_B = 0x42
const NORTH = 0x4e
const SOUTH = 0x53
const EAST = 0x45
const WEST = 0x57
const THREE_DIMENSIONAL = 0x41
const MINUS = 0x2d
const BLANK = 0x20
const NEWLINE = 0x0a
const RETURN = 0x0d

const DIGIT = new Int8Array(256).fill(-1)
for (let digit = 0; digit < 10; digit++) DIGIT[0x30 + digit] = digit

export function createFixColumns(capacity: number): FixColumns {
  return {
    length: 0,
    secondsOfDay: new Int32Array(capacity),
    latitude: new Float64Array(capacity),
    longitude: new Float64Array(capacity),
    pressureAltitude: new Int32Array(capacity),
    gnssAltitude: new Int32Array(capacity),
    valid: new Uint8Array(capacity),
    offset: new Int32Array(capacity),
    recordLength: new Uint8Array(capacity),
    line: new Int32Array(capacity),
  }
}

/**
 * Appends fixes as long as one well-formed record follows the other, and leaves the cursor at the first line that
 * is anything else. This is where a file's time goes: one loop, everything in local variables, four digits per word,
 * and little to inline (V8 stops inlining at a budget, and a call per field would cost a third).
 */
export function takeFixes(cursor: FixCursor, fixes: FixColumns): void {
  const { bytes, view, latitudeDecimals, longitudeDecimals } = cursor
  const { secondsOfDay, latitude, longitude, pressureAltitude, gnssAltitude, valid } = fixes
  const { offset, recordLength, line: lines } = fixes
  const { length } = bytes
  const isFine = latitudeDecimals !== NO_FIELD || longitudeDecimals !== NO_FIELD
  let { at, line } = cursor
  let row = fixes.length
  while (at + FIX_LENGTH <= length && bytes[at] === LETTER_B) {
    const time = (view.getInt32(at + 1, true) - ZEROS) | 0 // HHMM
    const join = (view.getInt32(at + 5, true) - ZEROS) | 0 // SSDD
    const minutesLatWord = (view.getInt32(at + 9, true) - ZEROS) | 0 // MMmm
    const degreesLngWord = (view.getInt32(at + 15, true) - ZEROS) | 0 // DDDM
    const minutesLngWord = (view.getInt32(at + 19, true) - ZEROS) | 0 // Mmmm
    const minutesLatEnd = bytes[at + 13]! - 0x30 // m
    const faults = notDigits(time) | notDigits(join) | notDigits(minutesLatWord) | notDigits(degreesLngWord)
    if (((faults | notDigits(minutesLngWord)) & HIGH_BITS) !== 0 || (minutesLatEnd | (9 - minutesLatEnd)) < 0)
      break

    const timePairs = toPairs(time)
    const joinPairs = toPairs(join)
    const hours = timePairs & 0xff
    const minutes = (timePairs >> 16) & 0xff
    const seconds = joinPairs & 0xff
    // A leap second is 23:59:60.
    if (hours > 23 || minutes > 59 || seconds > 60) break

    const minutesLat = fromPairs(toPairs(minutesLatWord)) * 10 + minutesLatEnd
    const minutesLng = (degreesLngWord >> 24) * 10_000 + fromPairs(toPairs(minutesLngWord))
    const degreesLng = (toPairs(degreesLngWord) & 0xff) * 10 + ((degreesLngWord >> 16) & 0xff)
    const north = ((joinPairs >> 16) & 0xff) * 60_000 + minutesLat
    const east = degreesLng * 60_000 + minutesLng
    if (minutesLat > 59_999 || minutesLng > 59_999 || north > MAX_LATITUDE || east > MAX_LONGITUDE) break
    if ((north | east) === 0) break

    const northSouth = bytes[at + 14]!
    const eastWest = bytes[at + 23]!
    if (northSouth !== NORTH && northSouth !== SOUTH) break
    if (eastWest !== EAST && eastWest !== WEST) break

    const pressureWord = (view.getInt32(at + 25, true) - ZEROS) | 0
    const gnssWord = (view.getInt32(at + 30, true) - ZEROS) | 0
    const pressureEnd = bytes[at + 29]! - 0x30
    const gnssEnd = bytes[at + 34]! - 0x30
    const ends = pressureEnd | (9 - pressureEnd) | gnssEnd | (9 - gnssEnd)
    let pressure = fromPairs(toPairs(pressureWord)) * 10 + pressureEnd
    let gnss = fromPairs(toPairs(gnssWord)) * 10 + gnssEnd
    if (((notDigits(pressureWord) | notDigits(gnssWord)) & HIGH_BITS) !== 0 || ends < 0) {
      pressure = readAltitude(bytes, at + 25)
      gnss = readAltitude(bytes, at + 30)
    }
    if (pressure === CUT_SHORT || gnss === CUT_SHORT || bytes[at + 24]! < BLANK) break
    let end = at + FIX_LENGTH
    if (bytes[end]! >= BLANK) end = findControl(bytes, view, end)
    if (end < length && bytes[end] !== NEWLINE && bytes[end] !== RETURN) break

    let northFine = north
    let eastFine = east
    if (isFine) {
      northFine += readDecimals(bytes, at, end, latitudeDecimals)
      eastFine += readDecimals(bytes, at, end, longitudeDecimals)
      if (northFine > MAX_LATITUDE || eastFine > MAX_LONGITUDE) break
    }
    secondsOfDay[row] = hours * 3600 + minutes * 60 + seconds
    latitude[row] = (northSouth === NORTH ? northFine : -northFine) / 60_000
    longitude[row] = (eastWest === EAST ? eastFine : -eastFine) / 60_000
    pressureAltitude[row] = pressure
    gnssAltitude[row] = gnss
    valid[row] = bytes[at + 24] === THREE_DIMENSIONAL ? 1 : 0
    offset[row] = at
    recordLength[row] = end - at < MAX_RECORD_LENGTH ? end - at : MAX_RECORD_LENGTH
    lines[row] = line
    row++

    // LF, CR LF and CR CR LF end one line; without LF each CR ends one.
    at = end
    while (bytes[at] === RETURN) at++
    if (bytes[at] === NEWLINE) {
      at++
      line++
    } else line += at > end ? at - end : 1
  }
  fixes.length = row
  cursor.at = at
  cursor.line = line
}

export type FixFault = 'zero-position' | 'fix-time' | 'fix-position' | 'fix-unreadable'

/** Why takeFixes left the record at `at`, of which at least 35 bytes exist. */
export function findFixFault(bytes: Uint8Array, view: DataView, at: number): FixFault {
  const time = fourDigits(view, at + 1)
  const secondsDegrees = fourDigits(view, at + 5)
  const minutesLatStart = fourDigits(view, at + 9)
  const minutesLatEnd = DIGIT[bytes[at + 13]!]!
  const degreesLng = fourDigits(view, at + 15)
  const minutesLngRest = fourDigits(view, at + 19)
  const isRead = (time | secondsDegrees | minutesLatStart | minutesLatEnd | degreesLng | minutesLngRest) >= 0
  if (!isRead || !isHemisphere(bytes, at)) return 'fix-unreadable'
  if (!isTime(time, Math.floor(secondsDegrees / 100))) return 'fix-time'
  const minutesLat = minutesLatStart * 10 + minutesLatEnd
  const minutesLng = (degreesLng % 10) * 10_000 + minutesLngRest
  const north = (secondsDegrees % 100) * 60_000 + minutesLat
  const east = Math.floor(degreesLng / 10) * 60_000 + minutesLng
  if (north === 0 && east === 0) return 'zero-position'
  return isPosition(north, minutesLat, east, minutesLng) ? 'fix-unreadable' : 'fix-position'
}

/** The end of the line, or another control character before it. */
export function findControl(bytes: Uint8Array, view: DataView, from: number): number {
  const { length } = bytes
  let at = from
  while (at + 4 <= length) {
    const word = view.getInt32(at, true)
    if (((word - 0x20202020) & ~word & 0x80808080) !== 0) break
    at += 4
  }
  while (at < length && bytes[at]! >= BLANK) at++
  return at
}

/** A whole number, blanks and a sign before it allowed; 0 when it is none. */
export function readField(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = DIGIT[bytes[i]!]!
    if (digit < 0) return readSignedField(bytes, from, to)
    value = value * 10 + digit
  }
  return value
}

function readSignedField(bytes: Uint8Array, from: number, to: number): number {
  let start = from
  while (start < to && bytes[start] === BLANK) start++
  const isNegative = bytes[start] === MINUS
  let value = 0
  for (let i = isNegative ? start + 1 : start; i < to; i++) {
    const digit = DIGIT[bytes[i]!]!
    if (digit < 0) return 0
    value = value * 10 + digit
  }
  return isNegative ? -value : value
}

function readDecimals(bytes: Uint8Array, at: number, end: number, field: Field): number {
  const from = at + field.from
  const to = at + field.to
  return to <= end ? Math.max(0, readField(bytes, from, to)) / field.scale : 0
}

/** No altitude: the line ends inside the field. */
const CUT_SHORT = -1_000_000

function readAltitude(bytes: Uint8Array, at: number): number {
  for (let i = at; i < at + 5; i++) if (bytes[i]! < BLANK) return CUT_SHORT
  return readField(bytes, at, at + 5)
}

// Four ASCII digits side by side in one 32-bit word, the first in the lowest byte, less 0x30 each.
const ZEROS = 0x30303030
const HIGH_BITS = 0x80808080

/** Among the HIGH_BITS, one is set where a byte is no digit; what the other bits hold does not matter. */
function notDigits(word: number): number {
  return word | (word + 0x76767676)
}

/** Byte 0 becomes the first two digits as a number, byte 2 the last two. */
function toPairs(word: number): number {
  return word * 10 + (word >> 8)
}

function fromPairs(pairs: number): number {
  return (pairs & 0xff) * 100 + ((pairs >> 16) & 0xff)
}

/** Four digits as a number; negative when one is none. */
function fourDigits(view: DataView, at: number): number {
  const word = (view.getInt32(at, true) - ZEROS) | 0
  return (notDigits(word) & HIGH_BITS) === 0 ? fromPairs(toPairs(word)) : -1
}

function isTime(hoursMinutes: number, seconds: number): boolean {
  return hoursMinutes < 2400 && hoursMinutes % 100 < 60 && seconds <= 60
}

/** Thousandths of a minute; 0/0 is what a receiver without reception writes. */
function isPosition(north: number, minutesLat: number, east: number, minutesLng: number): boolean {
  if (minutesLat >= 60_000 || minutesLng >= 60_000 || north > MAX_LATITUDE || east > MAX_LONGITUDE)
    return false
  return north !== 0 || east !== 0
}

function isHemisphere(bytes: Uint8Array, at: number): boolean {
  const northSouth = bytes[at + 14]
  const eastWest = bytes[at + 23]
  return (northSouth === NORTH || northSouth === SOUTH) && (eastWest === EAST || eastWest === WEST)
}
