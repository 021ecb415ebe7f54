// The columns between scan and track: rows are chosen, first by time, then by what a wing can reach.
import type { Ground } from '../track.ts'
import type { FixColumns } from './fix.ts'

export interface Columns {
  seconds: Float64Array
  latitude: Float64Array
  longitude: Float64Array
  pressureAltitude: Int32Array
  gnssAltitude: Int32Array
  valid: Uint8Array
  lines: Int32Array
  /** Where in the file each record starts. */
  offsets: Int32Array
  recordLengths: Uint8Array
  /** Positions as they are in the file; left out where they are the same. */
  recorded?: Ground
}

/** The chosen rows of a scan, or all of them, copied: the scan's columns are larger, and may be used for the next file. */
export function chooseFixes(fixes: FixColumns, seconds: Float64Array, rows: Int32Array | undefined): Columns {
  const { length } = fixes
  const all: Columns = {
    seconds,
    latitude: fixes.latitude.subarray(0, length),
    longitude: fixes.longitude.subarray(0, length),
    pressureAltitude: fixes.pressureAltitude.subarray(0, length),
    gnssAltitude: fixes.gnssAltitude.subarray(0, length),
    valid: fixes.valid.subarray(0, length),
    lines: fixes.line.subarray(0, length),
    offsets: fixes.offset.subarray(0, length),
    recordLengths: fixes.recordLength.subarray(0, length),
  }
  return rows ? chooseRows(all, rows) : copyColumns(all)
}

export function chooseRows(columns: Columns, rows: Int32Array): Columns {
  const { recorded } = columns
  return {
    seconds: gather(columns.seconds, rows, new Float64Array(rows.length)),
    ...chooseGround(columns, rows),
    pressureAltitude: gather(columns.pressureAltitude, rows, new Int32Array(rows.length)),
    gnssAltitude: gather(columns.gnssAltitude, rows, new Int32Array(rows.length)),
    valid: gather(columns.valid, rows, new Uint8Array(rows.length)),
    lines: gather(columns.lines, rows, new Int32Array(rows.length)),
    offsets: gather(columns.offsets, rows, new Int32Array(rows.length)),
    recordLengths: gather(columns.recordLengths, rows, new Uint8Array(rows.length)),
    ...(recorded && { recorded: chooseGround(recorded, rows) }),
  }
}

function chooseGround({ latitude, longitude }: Ground, rows: Int32Array): Ground {
  return {
    latitude: gather(latitude, rows, new Float64Array(rows.length)),
    longitude: gather(longitude, rows, new Float64Array(rows.length)),
  }
}

function gather<T extends Float64Array | Int32Array | Uint8Array>(from: T, rows: Int32Array, into: T): T {
  for (let i = 0; i < rows.length; i++) into[i] = from[rows[i]!]!
  return into
}

function copyColumns(columns: Columns): Columns {
  return {
    seconds: columns.seconds.slice(),
    latitude: columns.latitude.slice(),
    longitude: columns.longitude.slice(),
    pressureAltitude: columns.pressureAltitude.slice(),
    gnssAltitude: columns.gnssAltitude.slice(),
    valid: columns.valid.slice(),
    lines: columns.lines.slice(),
    offsets: columns.offsets.slice(),
    recordLengths: columns.recordLengths.slice(),
  }
}
