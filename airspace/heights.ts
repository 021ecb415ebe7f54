// How far a flight is above a floor or a ceiling, at least and at most: what the file cannot tell is between the two.
import type { Height, Limit } from './airspace.ts'
import type { Flight, Span, Spans } from './flight.ts'

/** Why it cannot be told whether a flight was in an airspace. */
export type Reason =
  | 'no-pressure-altitude'
  | 'no-gnss-altitude'
  | 'no-terrain'
  | 'unknown-limit'
  | 'unknown-activity'
  | 'damaged-shape'
  | 'gap'

export type AltitudeSource = 'gnss' | 'pressure'

/** Metres by the row of the track: the column and the offset added, or the offset alone. */
export interface Line {
  column: Float64Array | undefined
  offset: number
}

/** Metres above a limit. */
export interface Above {
  least: Line
  most: Line
  /** By what it is measured; null where nothing has to be, or nothing can. */
  source: AltitudeSource | null
  reasons: readonly Reason[]
}

export function valueAt({ column, offset }: Line, row: number): number {
  return column === undefined ? offset : column[row]! + offset
}

/**
 * Metres. Pressure altitude is that of a standard day; on others it is off by some 8 m a hectopascal, and by the
 * temperature.
 */
const OFF_STANDARD = 150
/** Metres; the shore of the Dead Sea. */
const LOWEST_GROUND = -430

const constant = (offset: number): Line => ({ column: undefined, offset })
const always = (offset: number): Above => {
  const line = constant(offset)
  return { least: line, most: line, source: null, reasons: [] }
}
const unknown = (...reasons: Reason[]): Above => ({
  least: constant(-Infinity),
  most: constant(Infinity),
  source: null,
  reasons,
})

/** Of several heights of a limit the one that makes the airspace larger: the lowest floor, the highest ceiling. */
export function measureAbove(limit: Limit, side: 'floor' | 'ceiling', flight: Flight): Above {
  const all = limit.heights.map((height) => measureHeight(height, flight))
  const [first] = all
  if (!first) return unknown('unknown-limit')
  if (all.length === 1) return first
  const choose = (lines: Line[]): Line => {
    const best = side === 'floor' ? Math.max : Math.min
    const column = Float64Array.from(flight.track.seconds, (_, row) =>
      best(...lines.map((line) => valueAt(line, row))),
    )
    return { column, offset: 0 }
  }
  return {
    least: choose(all.map(({ least }) => least)),
    most: choose(all.map(({ most }) => most)),
    source: first.source,
    reasons: [...new Set(all.flatMap(({ reasons }) => reasons))],
  }
}

function measureHeight({ datum, metres }: Height, flight: Flight): Above {
  switch (datum) {
    case 'surface':
      return always(Infinity)
    case 'unlimited':
      return always(-Infinity)
    case 'msl':
      return measureBy(flight, 'gnss', 'pressure', metres)
    case 'std':
      return measureBy(flight, 'pressure', 'gnss', metres)
    default:
      return measureAboveGround(flight, metres)
  }
}

function measureBy(flight: Flight, wanted: AltitudeSource, other: AltitudeSource, metres: number): Above {
  const altitude = flight[wanted]
  if (altitude) {
    const line = { column: altitude, offset: -metres }
    return { least: line, most: line, source: wanted, reasons: [] }
  }
  const reason: Reason = wanted === 'gnss' ? 'no-gnss-altitude' : 'no-pressure-altitude'
  const column = flight[other]
  if (!column) return unknown(reason)
  return {
    least: { column, offset: -metres - OFF_STANDARD },
    most: { column, offset: -metres + OFF_STANDARD },
    source: other,
    reasons: [reason],
  }
}

/** Where the ground is not known it is somewhere between the lowest there is and the wing. */
function measureAboveGround(flight: Flight, metres: number): Above {
  const { gnss, ground } = flight
  if (!gnss) return unknown('no-gnss-altitude')
  if (!ground) {
    const most = { column: gnss, offset: -LOWEST_GROUND - metres }
    return { least: constant(-metres), most, source: 'gnss', reasons: ['no-terrain'] }
  }
  const least = new Float64Array(gnss.length)
  const most = new Float64Array(gnss.length)
  let isKnown = true
  for (let row = flight.from; row <= flight.to; row++) {
    const height = ground[row]!
    const isHeight = !Number.isNaN(height)
    isKnown &&= isHeight
    least[row] = isHeight ? gnss[row]! - height : 0
    most[row] = gnss[row]! - (isHeight ? height : LOWEST_GROUND)
  }
  const line = (column: Float64Array) => ({ column, offset: -metres })
  return { least: line(least), most: line(most), source: 'gnss', reasons: isKnown ? [] : ['no-terrain'] }
}

/** Whether a stretch of the flight may be between floor and ceiling at any time: most airspaces are above it. */
export function mayReach(floor: Above, ceiling: Above, flight: Flight, spans: Spans): boolean {
  return (
    boundLine(floor.most, flight, spans).highest >= 0 && boundLine(ceiling.least, flight, spans).lowest <= 0
  )
}

function boundLine({ column, offset }: Line, flight: Flight, { gnss, pressure }: Spans): Span {
  if (!column) return { lowest: offset, highest: offset }
  const span = column === flight.gnss ? gnss : column === flight.pressure ? pressure : undefined
  // Above the ground: the highest place is not the highest above it.
  if (!span) return { lowest: -Infinity, highest: Infinity }
  return { lowest: span.lowest + offset, highest: span.highest + offset }
}
