// B records, byte by byte, straight into columns: no string, no object a fix.
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

/** Positions of a field inside a record, from 0, `to` not included; both 0 when absent. */
export interface Field {
  from: number
  to: number
  /** Ten to the number of its digits. */
  scale: number
}

/** Why a record did not become a fix. */
export const FIX_OK = 0
export const FIX_ZERO_POSITION = 1
export const FIX_BAD_TIME = 2
export const FIX_UNREADABLE = 3
export const FIX_BAD_POSITION = 4
export type FixOutcome = 0 | 1 | 2 | 3 | 4

const NORTH = 0x4e
const SOUTH = 0x53
const EAST = 0x45
const WEST = 0x57
const THREE_DIMENSIONAL = 0x41
const MINUS = 0x2d
const BLANK = 0x20

const DIGIT = new Int8Array(256).fill(-1)
for (let digit = 0; digit < 10; digit++) DIGIT[0x30 + digit] = digit

export function makeFixColumns(capacity: number): FixColumns {
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
 * Reads the 35 bytes at `at`, which must exist, and appends the fix when it can be used. `view` is over `bytes`:
 * four digits are read at a time.
 */
export function takeFix(
  fixes: FixColumns,
  bytes: Uint8Array,
  view: DataView,
  at: number,
  offset: number,
  line: number,
): FixOutcome {
  const hoursMinutes = fourDigits(view, at + 1)
  const secondsDegrees = fourDigits(view, at + 5)
  const minutesLatStart = fourDigits(view, at + 9)
  const degreesLngStart = fourDigits(view, at + 15)
  const minutesLngRest = fourDigits(view, at + 19)
  const minutesLatEnd = DIGIT[bytes[at + 13]!]!
  if (
    (hoursMinutes | secondsDegrees | minutesLatStart | minutesLatEnd | degreesLngStart | minutesLngRest) <
    0
  ) {
    return FIX_UNREADABLE
  }
  const northSouth = bytes[at + 14]!
  const eastWest = bytes[at + 23]!
  if (northSouth !== NORTH && northSouth !== SOUTH) return FIX_UNREADABLE
  if (eastWest !== EAST && eastWest !== WEST) return FIX_UNREADABLE

  const hours = (hoursMinutes / 100) | 0
  const minutes = hoursMinutes - hours * 100
  const seconds = (secondsDegrees / 100) | 0
  // A leap second is 23:59:60.
  if (hours > 23 || minutes > 59 || seconds > 60) return FIX_BAD_TIME

  const minutesLat = minutesLatStart * 10 + minutesLatEnd
  const degreesLng = (degreesLngStart / 10) | 0
  const minutesLng = (degreesLngStart - degreesLng * 10) * 10_000 + minutesLngRest
  const latitude = (secondsDegrees - seconds * 100) * 60_000 + minutesLat
  const longitude = degreesLng * 60_000 + minutesLng
  if (minutesLat > 59_999 || minutesLng > 59_999 || latitude > 5_400_000 || longitude > 10_800_000) {
    return FIX_BAD_POSITION
  }
  if (latitude === 0 && longitude === 0) return FIX_ZERO_POSITION

  const row = fixes.length++
  fixes.secondsOfDay[row] = hours * 3600 + minutes * 60 + seconds
  fixes.latitude[row] = northSouth === NORTH ? latitude / 60_000 : -latitude / 60_000
  fixes.longitude[row] = eastWest === EAST ? longitude / 60_000 : -longitude / 60_000
  fixes.valid[row] = bytes[at + 24] === THREE_DIMENSIONAL ? 1 : 0
  fixes.pressureAltitude[row] = readAltitude(bytes, view, at + 25)
  fixes.gnssAltitude[row] = readAltitude(bytes, view, at + 30)
  fixes.offset[row] = offset
  fixes.recordLength[row] = FIX_LENGTH
  fixes.line[row] = line
  return FIX_OK
}

/** Adds the further decimals of the minutes that XCTrack and others write as LAD and LOD. */
export function refineLastFix(
  fixes: FixColumns,
  bytes: Uint8Array,
  lad: Field,
  lod: Field,
  end: number,
): void {
  const row = fixes.length - 1
  const at = fixes.offset[row]!
  fixes.latitude[row] = refine(fixes.latitude[row]!, bytes, at, lad, end, bytes[at + 14] === SOUTH, 90)
  fixes.longitude[row] = refine(fixes.longitude[row]!, bytes, at, lod, end, bytes[at + 23] === WEST, 180)
}

function refine(
  degrees: number,
  bytes: Uint8Array,
  at: number,
  field: Field,
  end: number,
  negative: boolean,
  most: number,
) {
  if (at + field.to > end) return degrees
  const decimals = readField(bytes, at + field.from, at + field.to)
  if (decimals <= 0) return degrees
  const part = decimals / field.scale / 60_000
  const refined = negative ? degrees - part : degrees + part
  return Math.abs(refined) > most ? degrees : refined
}

/** A whole number, blanks and a sign before it allowed; 0 when it is none. */
export function readField(bytes: Uint8Array, from: number, to: number): number {
  let start = from
  while (start < to && bytes[start] === BLANK) start++
  const negative = bytes[start] === MINUS
  let value = 0
  for (let i = negative ? start + 1 : start; i < to; i++) {
    const digit = DIGIT[bytes[i]!]!
    if (digit < 0) return 0
    value = value * 10 + digit
  }
  return negative ? -value : value
}

function readAltitude(bytes: Uint8Array, view: DataView, at: number): number {
  const start = fourDigits(view, at)
  const end = DIGIT[bytes[at + 4]!]!
  return (start | end) >= 0 ? start * 10 + end : readField(bytes, at, at + 5)
}

/** Four ASCII digits as one number, worked on side by side in one 32-bit word; negative when one is none. */
function fourDigits(view: DataView, at: number): number {
  const digits = (view.getInt32(at, true) - 0x30303030) | 0
  if (((digits | (digits + 0x76767676)) & 0x80808080) !== 0) return -1
  const pairs = digits * 10 + (digits >> 8)
  return (pairs & 0xff) * 100 + ((pairs >> 16) & 0xff)
}
