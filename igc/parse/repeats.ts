// Stretches of a recording that repeat an earlier one: the same places in the same rhythm, as of a loop that was copied.
// Real laps differ by more within seconds: nearly every comparison ends at once.

/** Metres: what a copy with some noise added may be off. */
const TOLERANCE_M = 15
/** Shorter coincidences happen. */
const MIN_REPEAT_SECONDS = 120
/** From its first place: circles in one thermal may coincide, and score nothing. */
const MIN_EXTENT_M = 500
/** A place is compared with those in its cell; every so many seconds some are kept there. */
const CELL_M = 40
const ANCHOR_SECONDS = 32
const METRES_PER_DEGREE = 111_195

interface Positions {
  seconds: Float64Array
  latitude: Float64Array
  longitude: Float64Array
}

/** Rows, both included. */
export interface Repeat {
  from: number
  to: number
  /** The row that the first one repeats. */
  original: number
}

/** In time order. */
export function findRepeats(positions: Positions): Repeat[] {
  const { seconds, latitude } = positions
  const { length } = seconds
  const east = METRES_PER_DEGREE * Math.cos(((latitude[0] ?? 0) * Math.PI) / 180)
  const places = { ...positions, length, east }
  const step = Math.max(1, (seconds[length - 1]! - seconds[0]!) / length)
  // Anchors come in groups as large as the steps of the search: of each group one fix of a copy meets its original.
  const group = Math.max(1, Math.min(4, Math.floor(5 / step)))
  const spacing = group * Math.max(1, Math.floor(ANCHOR_SECONDS / step / group))
  const anchors = createAnchors(places)
  const repeats: Repeat[] = []
  for (let row = 0; row < length; row += group) {
    let compared = row
    for (let anchor = anchors.find(row); anchor >= 0; anchor = anchors.findNext(anchor)) {
      const run = compare(places, anchor, row)
      compared = Math.max(compared, run.to)
      if (!isRepeat(places, run)) continue
      repeats.push(run)
      break
    }
    if (row % spacing === 0) anchors.keep(row, Math.min(length, row + group))
    // Fixes that coincide without a repeat are at rest, or circle: comparing them once is enough.
    while (row + group < compared) row += group
  }
  return repeats
}

interface Places extends Positions {
  length: number
  /** Metres per degree of longitude. */
  east: number
}

/** Places by their cell: a table of heads, and from each place the one before in the same cell. */
function createAnchors(places: Places) {
  const { length, latitude, longitude, east } = places
  const size = 2 ** Math.ceil(Math.log2(length / 4 + 16))
  const heads = new Int32Array(size).fill(-1)
  const earlier = new Int32Array(length)
  const [perCellEast, perCellNorth] = [east / CELL_M, METRES_PER_DEGREE / CELL_M]
  const cellOf = (row: number) =>
    (Math.imul(longitude[row]! * perCellEast, 73_856_093) ^
      Math.imul(latitude[row]! * perCellNorth, 19_349_663)) &
    (size - 1)
  let kept = -1
  return {
    find: (row: number) => heads[cellOf(row)]!,
    findNext: (anchor: number) => earlier[anchor]!,
    keep(from: number, to: number) {
      // One is enough of where it rests.
      if (kept >= 0 && squareMetres(places, kept, from) < CELL_M * CELL_M) return
      kept = from
      for (let row = from; row < to; row++) {
        const cell = cellOf(row)
        earlier[row] = heads[cell]!
        heads[cell] = row
      }
    },
  }
}

/** As far as the fixes around `row` are where the wing was as long before or after `anchor`. */
function compare(places: Places, anchor: number, row: number): Repeat {
  const delay = places.seconds[row]! - places.seconds[anchor]!
  if (delay < MIN_REPEAT_SECONDS || !coincide(places, anchor, row, delay))
    return { from: row, to: row, original: anchor }
  let to = row
  for (let at = anchor; to + 1 < places.length; to++) {
    at = advance(places, at, places.seconds[to + 1]! - delay)
    // The original ends where its copy begins.
    if (at >= row || !coincide(places, at, to + 1, delay)) break
  }
  if (places.seconds[to]! - places.seconds[row]! < MIN_REPEAT_SECONDS / 2)
    return { from: row, to, original: anchor }
  let from = row
  let original = anchor
  for (let at = anchor; from > 0; from--) {
    at = retreat(places, at, places.seconds[from - 1]! - delay)
    if (at < 0 || !coincide(places, at, from - 1, delay)) break
    original = at
  }
  return { from, to, original }
}

/** The last row at or before a time, from an earlier row on. */
function advance({ seconds, length }: Places, row: number, time: number): number {
  let at = row
  while (at + 1 < length && seconds[at + 1]! <= time) at++
  return at
}

/** The same, from a later row; -1 when there is none. */
function retreat({ seconds }: Places, row: number, time: number): number {
  let at = row
  while (at >= 0 && seconds[at]! > time) at--
  return at
}

/** Whether a row is where the wing was, `delay` seconds before, between a row and the next. */
function coincide(places: Places, original: number, row: number, delay: number): boolean {
  const { seconds, latitude, longitude, east } = places
  const time = seconds[row]! - delay
  const step = (seconds[original + 1] ?? time) - seconds[original]!
  const share = step > 0 ? (time - seconds[original]!) / step : 0
  const next = share > 0 ? original + 1 : original
  const x =
    turn(longitude[original]! - longitude[row]!) + share * turn(longitude[next]! - longitude[original]!)
  const y = latitude[original]! - latitude[row]! + share * (latitude[next]! - latitude[original]!)
  return (x * east) ** 2 + (y * METRES_PER_DEGREE) ** 2 <= TOLERANCE_M * TOLERANCE_M
}

function isRepeat(places: Places, { from, to }: Repeat): boolean {
  if (places.seconds[to]! - places.seconds[from]! < MIN_REPEAT_SECONDS) return false
  for (let row = from; row <= to; row++)
    if (squareMetres(places, from, row) >= MIN_EXTENT_M * MIN_EXTENT_M) return true
  return false
}

function squareMetres({ latitude, longitude, east }: Places, from: number, to: number): number {
  const x = turn(longitude[to]! - longitude[from]!) * east
  const y = (latitude[to]! - latitude[from]!) * METRES_PER_DEGREE
  return x * x + y * y
}

/** The short way around the earth. */
function turn(degrees: number): number {
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}
