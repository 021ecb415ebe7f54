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
  readonly line: Int32Array
}

export const FIX_LENGTH = 35

/** Positions of a field inside a record, from 0, `to` not included; both 0 when absent. */
export interface Field {
  from: number
  to: number
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

// A byte that is no digit makes any sum of digits negative: one test a field instead of one a byte.
const DIGIT = new Int32Array(256).fill(-100_000)
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
    line: new Int32Array(capacity),
  }
}

/** Reads the 35 bytes at `at`, which must exist, and appends the fix when it can be used. */
export function takeFix(
  fixes: FixColumns,
  bytes: Uint8Array,
  at: number,
  offset: number,
  line: number,
): FixOutcome {
  const hours = twoDigits(bytes, at + 1)
  const minutes = twoDigits(bytes, at + 3)
  const seconds = twoDigits(bytes, at + 5)
  const degreesLat = twoDigits(bytes, at + 7)
  const minutesLat = fiveDigits(bytes, at + 9)
  const degreesLng = DIGIT[bytes[at + 15]!]! * 100 + twoDigits(bytes, at + 16)
  const minutesLng = fiveDigits(bytes, at + 18)
  if ((hours | minutes | seconds | degreesLat | minutesLat | degreesLng | minutesLng) < 0)
    return FIX_UNREADABLE

  const northSouth = bytes[at + 14]!
  const eastWest = bytes[at + 23]!
  if (northSouth !== NORTH && northSouth !== SOUTH) return FIX_UNREADABLE
  if (eastWest !== EAST && eastWest !== WEST) return FIX_UNREADABLE

  // A leap second is 23:59:60.
  if (hours > 23 || minutes > 59 || seconds > 60) return FIX_BAD_TIME
  const latitude = degreesLat * 60_000 + minutesLat
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
  fixes.pressureAltitude[row] = altitude(bytes, at + 25)
  fixes.gnssAltitude[row] = altitude(bytes, at + 30)
  fixes.offset[row] = offset
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
  const part = decimals / 10 ** (field.to - field.from) / 60_000
  const refined = negative ? degrees - part : degrees + part
  return Math.abs(refined) > most ? degrees : refined
}

/** A whole number with an optional sign; 0 when it is none. */
export function readField(bytes: Uint8Array, from: number, to: number): number {
  const negative = bytes[from] === MINUS
  let value = 0
  for (let i = negative ? from + 1 : from; i < to; i++) {
    const digit = DIGIT[bytes[i]!]!
    if (digit < 0) return 0
    value = value * 10 + digit
  }
  return negative ? -value : value
}

function altitude(bytes: Uint8Array, at: number): number {
  const value = fiveDigits(bytes, at)
  return value >= 0 ? value : readField(bytes, at, at + 5)
}

function twoDigits(bytes: Uint8Array, at: number): number {
  return DIGIT[bytes[at]!]! * 10 + DIGIT[bytes[at + 1]!]!
}

function fiveDigits(bytes: Uint8Array, at: number): number {
  return (
    DIGIT[bytes[at]!]! * 10_000 +
    DIGIT[bytes[at + 1]!]! * 1000 +
    DIGIT[bytes[at + 2]!]! * 100 +
    DIGIT[bytes[at + 3]!]! * 10 +
    DIGIT[bytes[at + 4]!]!
  )
}
