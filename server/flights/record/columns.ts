// The columns of a flight: what each holds, who writes it, and how much of a flight a reader asks for to get it. Types, the
// insert, a rescore and the projections follow from this table. The CSV (formats/logbook.ts) and the export are made of the
// flight that the contract shows.
import type { LaunchType } from '#contract/launch-types.ts'
import type { GliderClass } from '#contract/logbook/glider-classes.ts'
import type { Visibility } from '#contract/sharing/visibility.ts'
import type { Recording } from '#igc/flight/recording.ts'
import { type Fragment, literal, type Parameter } from '#server/platform/database/database.ts'
import { COUNTED } from './counting/counted.ts'

/** Why a flight gives way to another that counts. */
export type Why = 'twin' | 'copy' | 'overlap'

/** Each has what those before it have. */
const projections = ['light', 'line', 'shown', 'whole'] as const
type Projection = (typeof projections)[number]

interface Column {
  type: unknown
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

/** Examples of values: only their types count. */
const text = '' as string
const textOrNull = null as string | null
const number = 0 as number
const numberOrNull = null as number | null
const flag = false as boolean
const flagOrNull = null as boolean | null

const columns = {
  id: { type: text, by: 'upload', in: 'light' },
  owner_id: { type: text, by: 'change', in: 'light' },
  hash: { type: text, by: 'upload', in: 'light' },
  /** Of the fixes. */
  fingerprint: { type: text, by: 'upload' },
  file_name: { type: text, by: 'upload', in: 'light' },
  /** The application that uploaded it on its own account: it hears of the flight. */
  uploaded_by: { type: textOrNull, by: 'upload' },
  flight_date: { type: text, by: 'scorer', in: 'light' },
  season: { type: number, by: 'scorer', in: 'light' },
  distance_km: { type: number, by: 'scorer', in: 'light' },
  score: { type: number, by: 'scorer', in: 'light' },
  score_type: { type: text, by: 'scorer', in: 'light' },
  /** Versions of everything that computes: `nameScorer`. */
  scored_by: { type: text, by: 'scorer' },
  takeoff_id: { type: text, by: 'scorer', in: 'light' },
  takeoff_name: { type: text, sql: 't.name', in: 'light' },
  takeoff_country: { type: text, sql: 't.country', in: 'light' },
  takeoff_latitude: { type: number, sql: 't.latitude', in: 'light' },
  takeoff_longitude: { type: number, sql: 't.longitude', in: 'light' },
  /** Where the flight itself began. */
  launch_latitude: { type: numberOrNull, by: 'scorer', in: 'light' },
  launch_longitude: { type: numberOrNull, by: 'scorer', in: 'light' },
  duration_seconds: { type: number, by: 'scorer', in: 'light' },
  track_distance_km: { type: number, by: 'scorer', in: 'light' },
  highest_m: { type: number, by: 'scorer' },
  best_climb_ms: { type: number, by: 'scorer' },
  recording: { type: 'complete' as Recording, by: 'scorer', in: 'light' },
  /** 1 or 0. */
  is_counted: { type: number, sql: `case when ${COUNTED} then 1 else 0 end`, in: 'light' },
  /** Whether it counts, where the pilot has said so. */
  counted_by_pilot: { type: flagOrNull, by: 'pilot', in: 'light' },
  /** The flight that counts instead. */
  same_flight_as: { type: textOrNull, by: 'change', in: 'light' },
  /** Null: it is another recording of it, as an earlier release has found. */
  same_flight_why: { type: null as Why | null, by: 'change', in: 'light' },
  /** A later flight at the same time. */
  overlapped_by: { type: textOrNull, by: 'change', in: 'light' },
  is_tandem: { type: flag, by: 'pilot', in: 'light' },
  launch_type: { type: 'Self' as LaunchType, by: 'pilot', in: 'light' },
  visibility: { type: 'private' as Visibility, by: 'change', in: 'light' },
  created_at: { type: number, by: 'change', in: 'light' },
  updated_at: { type: number, by: 'change', in: 'light' },
  title: { type: textOrNull, by: 'pilot', in: 'line' },
  notes: { type: textOrNull, by: 'pilot', in: 'line' },
  /** A JSON array; null: none. */
  photos: { type: textOrNull, by: 'change', in: 'line' },
  /** Where the pilot has named the take-off: how far around it the name holds, in metres. */
  own_takeoff_reach: { type: numberOrNull, sql: 't.reach_m', in: 'line' },
  glider_id: { type: textOrNull, by: 'pilot', in: 'line' },
  glider_name: {
    type: textOrNull,
    sql: '(select g.name from gliders g where g.id = f.glider_id)',
    in: 'line',
  },
  glider_class: {
    type: null as GliderClass | null,
    sql: '(select g.class from gliders g where g.id = f.glider_id)',
    in: 'line',
  },
  /** JSON, as `describeFlight` has it. */
  metadata: {
    type: text,
    by: 'scorer',
    in: 'shown',
    // A line of the logbook shows marks, which few flights have.
    line: `case when f.metadata like '%"marks":[%' then f.metadata else '{}' end`,
    otherwise: "'{}'",
  },
  /** JSON: a sketch of the track. */
  shape: { type: text, by: 'scorer', in: 'whole', otherwise: "'[]'" },
  /** JSON: another recording of the flight is recognised by it. */
  trace: { type: textOrNull, by: 'scorer' },
  /** JSON: a copy is recognised by it, and found by its key. */
  footprint: { type: textOrNull, by: 'scorer' },
  footprint_key: { type: numberOrNull, by: 'scorer' },
  search_text: { type: textOrNull, by: 'change' },
  change_number: { type: number, by: 'change' },
} as const satisfies Record<string, Column>

type Columns = typeof columns
/** The columns of which the table says this. */
type Those<Wanted> = {
  -readonly [Name in keyof Columns as Columns[Name] extends Wanted ? Name : never]: Columns[Name]['type']
}

/** Every column of the table `flights`. */
export type StoredFlight = Those<{ by: Column['by'] }>

/** A row for a list or a detail: of flights with its take-off. */
export type FlightRow = Those<{ in: Projection }>

/** Findings of the scorer, at the upload and again by a rescore. */
export type ScoredColumns = Those<{ by: 'scorer' }>

/** A flight that is about to be stored. */
export type NewFlight = Those<{ by: 'upload' | 'scorer' | 'pilot' }>

function project(wanted: Projection): Fragment {
  const shown = Object.entries<Column>(columns).filter(([, column]) => column.in !== undefined)
  const write = ([name, column]: [string, Column]): string => {
    const isIn = projections.indexOf(column.in!) <= projections.indexOf(wanted)
    if (isIn) return column.sql === undefined ? `f.${name}` : `${column.sql} as ${name}`
    const instead = wanted === 'line' ? column.line : undefined
    return `${instead ?? column.otherwise ?? 'null'} as ${name}`
  }
  return literal([shown.map(write).join(', ')])
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
export const assignScored = (row: ScoredColumns): Fragment => literal(assignments, take(row, scored))
/** For an insert. */
export const insertedNames: Fragment = literal([inserted.join(', ')])
export const listInserted = (flight: NewFlight): Fragment => literal(commas, take(flight, inserted))
