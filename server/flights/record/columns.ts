// The columns of a flight: what each holds, who writes it, and how much of a flight a reader asks for to get it. Types, the
// insert, a rescore and the projections follow from this table. The CSV (formats/logbook.ts) and the export are made of the
// flight that the contract shows.
import type { LaunchType } from '#contract/launch-types.ts'
import type { GliderClass } from '#contract/own/glider-classes.ts'
import type { Visibility } from '#contract/sharing/visibility.ts'
import type { Recording } from '#igc/flight/recording.ts'
import { type Fragment, type Parameter, text } from '#server/platform/database/database.ts'
import { COUNTED } from './counting/counted.ts'

/** Why a flight gives way to another that counts. */
export type Why = 'twin' | 'copy' | 'overlap'

/** The columns of the table `flights`. */
interface Stored {
  id: string
  owner_id: string
  hash: string
  /** Of the fixes. */
  fingerprint: string
  file_name: string
  flight_date: string
  season: number
  distance_km: number
  score: number
  score_type: string
  /** Versions of everything that computes: `nameScorer`. */
  scored_by: string
  takeoff_id: string
  /** Where the flight itself began. */
  launch_latitude: number | null
  launch_longitude: number | null
  duration_seconds: number
  track_distance_km: number
  highest_m: number
  best_climb_ms: number
  recording: Recording
  /** JSON, as `describeFlight` has it. */
  metadata: string
  /** JSON: a sketch of the track. */
  shape: string
  /** JSON: another recording of the flight is recognised by it. */
  trace: string | null
  /** JSON: a copy is recognised by it, and found by its key. */
  footprint: string | null
  footprint_key: number | null
  is_tandem: boolean
  launch_type: LaunchType
  visibility: Visibility
  /** Whether it counts, where the pilot has said so. */
  counted_by_pilot: boolean | null
  title: string | null
  notes: string | null
  glider_id: string | null
  /** A JSON array; null: none. */
  photos: string | null
  /** The flight that counts instead. */
  same_flight_as: string | null
  /** Null: it is another recording of it, as an earlier release has found. */
  same_flight_why: Why | null
  /** A later flight at the same time. */
  overlapped_by: string | null
  search_text: string | null
  change_number: number
  created_at: number
  updated_at: number
}

/** Columns that come along from other tables, or are worked out. */
interface Joined {
  takeoff_name: string
  takeoff_country: string
  takeoff_latitude: number
  takeoff_longitude: number
  /** Where the pilot has named the take-off: how far around it the name holds, in metres. */
  own_takeoff_reach: number | null
  glider_name: string | null
  glider_class: GliderClass | null
  /** 1 or 0. */
  is_counted: number
}

/** Each has what those before it have. */
const projections = ['light', 'line', 'shown', 'whole'] as const
type Projection = (typeof projections)[number]

interface Column {
  /** `upload`: once. `scorer`: by the upload, and again by a rescore. `pilot`: by the upload, and by corrections. */
  by?: 'upload' | 'scorer' | 'pilot' | 'change'
  /** The smallest projection that has it; without one it is not part of a row. */
  in?: Projection
  /** Where a name is not a column of `flights`. */
  sql?: string
  /** In a smaller projection; null when left out. */
  otherwise?: string
  line?: string
}

const columns = {
  id: { by: 'upload', in: 'light' },
  owner_id: { by: 'change', in: 'light' },
  hash: { by: 'upload', in: 'light' },
  fingerprint: { by: 'upload' },
  file_name: { by: 'upload', in: 'light' },
  flight_date: { by: 'scorer', in: 'light' },
  season: { by: 'scorer', in: 'light' },
  distance_km: { by: 'scorer', in: 'light' },
  score: { by: 'scorer', in: 'light' },
  score_type: { by: 'scorer', in: 'light' },
  scored_by: { by: 'scorer' },
  takeoff_id: { by: 'scorer', in: 'light' },
  takeoff_name: { sql: 't.name', in: 'light' },
  takeoff_country: { sql: 't.country', in: 'light' },
  takeoff_latitude: { sql: 't.latitude', in: 'light' },
  takeoff_longitude: { sql: 't.longitude', in: 'light' },
  launch_latitude: { by: 'scorer', in: 'light' },
  launch_longitude: { by: 'scorer', in: 'light' },
  duration_seconds: { by: 'scorer', in: 'light' },
  track_distance_km: { by: 'scorer', in: 'light' },
  highest_m: { by: 'scorer' },
  best_climb_ms: { by: 'scorer' },
  recording: { by: 'scorer', in: 'light' },
  is_counted: { sql: `case when ${COUNTED} then 1 else 0 end`, in: 'light' },
  counted_by_pilot: { by: 'pilot', in: 'light' },
  same_flight_as: { by: 'change', in: 'light' },
  same_flight_why: { by: 'change', in: 'light' },
  overlapped_by: { by: 'change', in: 'light' },
  is_tandem: { by: 'pilot', in: 'light' },
  launch_type: { by: 'pilot', in: 'light' },
  visibility: { by: 'change', in: 'light' },
  created_at: { by: 'change', in: 'light' },
  updated_at: { by: 'change', in: 'light' },
  title: { by: 'pilot', in: 'line' },
  notes: { by: 'pilot', in: 'line' },
  photos: { by: 'change', in: 'line' },
  own_takeoff_reach: { sql: 't.reach_m', in: 'line' },
  glider_id: { by: 'pilot', in: 'line' },
  glider_name: { sql: '(select g.name from gliders g where g.id = f.glider_id)', in: 'line' },
  glider_class: { sql: '(select g.class from gliders g where g.id = f.glider_id)', in: 'line' },
  metadata: {
    by: 'scorer',
    in: 'shown',
    // A line of the logbook shows marks, which few flights have.
    line: `case when f.metadata like '%"marks":[%' then f.metadata else '{}' end`,
    otherwise: "'{}'",
  },
  shape: { by: 'scorer', in: 'whole', otherwise: "'[]'" },
  trace: { by: 'scorer' },
  footprint: { by: 'scorer' },
  footprint_key: { by: 'scorer' },
  search_text: { by: 'change' },
  change_number: { by: 'change' },
} as const satisfies Record<keyof Stored | keyof Joined, Column>

type Columns = typeof columns
type Which<Wanted> = {
  [Name in keyof Columns]: Columns[Name] extends Wanted ? Name : never
}[keyof Columns]

/** A row for a list or a detail: of flights with its take-off. */
export type FlightRow = Pick<Stored & Joined, Which<{ in: Projection }>>

/** Findings of the scorer, at the upload and again by a rescore. */
export type ScoredColumns = Pick<Stored, Which<{ by: 'scorer' }> & keyof Stored>

/** A flight that is about to be stored. */
export type NewFlight = ScoredColumns & Pick<Stored, Which<{ by: 'upload' | 'pilot' }> & keyof Stored>

function project(wanted: Projection): Fragment {
  const shown = Object.entries<Column>(columns).filter(([, column]) => column.in !== undefined)
  const write = ([name, column]: [string, Column]): string => {
    const isIn = projections.indexOf(column.in!) <= projections.indexOf(wanted)
    if (isIn) return column.sql === undefined ? `f.${name}` : `${column.sql} as ${name}`
    const instead = wanted === 'line' ? column.line : undefined
    return `${instead ?? column.otherwise ?? 'null'} as ${name}`
  }
  return text([shown.map(write).join(', ')])
}

/** Without what is most of a row. */
export const lightColumns = project('light')
/** The columns of a line of the logbook. */
export const lineColumns = project('line')
/** The columns that the contract shows of a flight. */
export const shownColumns = project('shown')
export const flightColumns = project('whole')

function listWritten(...writers: Column['by'][]): string[] {
  return Object.entries<Column>(columns).flatMap(([name, { by }]) => (writers.includes(by) ? name : []))
}

/** The same texts each time: the statement is remembered. */
const scored = listWritten('scorer')
const inserted = listWritten('upload', 'scorer', 'pilot')
const assignments = scored.map((name, index) => `${index === 0 ? '' : ', '}${name} = `).concat('')
const commas = inserted.map((_, index) => (index === 0 ? '' : ', ')).concat('')

const take = (row: Record<string, Parameter>, names: readonly string[]) => names.map((name) => row[name]!)

/** For an update: `name = value, …` */
export const assignScored = (row: ScoredColumns): Fragment => text(assignments, take(row, scored))
/** For an insert. */
export const insertedNames: Fragment = text([inserted.join(', ')])
export const listInserted = (flight: NewFlight): Fragment => text(commas, take(flight, inserted))
