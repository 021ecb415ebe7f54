// An airspace is a shape on the ground, a floor, a ceiling, and the times when it is active.

/** WGS84 degrees. */
export type Place = readonly [latitude: number, longitude: number]

/** A corner, and how the border goes on to the next one: straight, or on an arc about a centre. */
export interface Corner {
  at: Place
  arc?: { centre: Place; isClockwise: boolean }
}

export type Shape = { centre: Place; radiusMetres: number } | { corners: readonly Corner[] }

export type Datum = 'msl' | 'agl' | 'std' | 'surface' | 'unlimited'

/** Metres above the datum; 0 for the surface and for no limit. */
export interface Height {
  datum: Datum
  metres: number
}

/** Of several heights the one counts that makes the airspace larger; none: it cannot be read. */
export interface Limit {
  /** As the file has it. */
  text: string
  heights: readonly Height[]
}

/** Milliseconds since 1970; open ends are infinite in meaning, and null here. */
export interface ActiveTime {
  from: number | null
  to: number | null
}

export interface Airspace {
  name: string
  /** As the file has it: A to G, R, Q, P, CTR, ... */
  class: string
  /** The type of later files (TMA, RMZ, ...); null where the class says it all. */
  type: string | null
  floor: Limit
  ceiling: Limit
  shape: Shape
  /** Null: always. An empty list: at times that the file does not tell. */
  active: readonly ActiveTime[] | null
  /** Whether a line of its shape could not be read. */
  isDamaged: boolean
}

/** Degrees; west is greater than east where the box crosses the antimeridian. */
export interface Box {
  south: number
  north: number
  west: number
  east: number
}

// Where a glider may be without asking anybody, or which only name who is to be talked to.
const OPEN = new Set(
  'E F G UNC W GSEC GLIDING FIR UIR FIS ACCSEC ASRA VFRSEC VFRR ADIZ LTA UTA CUSTOM OTHER NONE'.split(' '),
)

/** Whether one has to stay out of it, or ask first: by its type where it has one, else by its class. */
export function isRestrictive({ class: name, type }: Pick<Airspace, 'class' | 'type'>): boolean {
  const isOpenClass = OPEN.has(name.toUpperCase())
  if (type === null || type === 'NONE' || type === 'N') return !isOpenClass
  return !OPEN.has(type.toUpperCase())
}
