// The services of flights besides a database: the threads that read and score files, and the terrain.
import type { Box } from '#airspace/airspace.ts'
import type { LineDiagnosis } from '#airspace/openair.ts'
import type { EnteredAirspace } from '#contract/airspace.ts'
import type { Hidden } from '#privacy/circle.ts'
import type { Span, Stretch } from '#privacy/cut.ts'
import type { League, LeagueRules } from '#scoring/leagues/league.ts'
import type { Score } from '#scoring/score.ts'
import type { CountingServices } from '#server/access/limits/budgets.ts'
import type { Ground } from '#server/terrain/terrain.ts'
import type { Analysis, FlightFindings, GnssTrack, StoredTrack, TrackColumns } from './findings.ts'

export interface Scorer {
  /**
   * Reads and scores a file. Its bytes move to the thread: the caller's array is empty afterwards. `onQueued` is called
   * once the queue has room for the bytes: until then it is the caller who must bound how many of them are in memory.
   */
  analyse(ownerId: string, bytes: Uint8Array, options?: AnalyseOptions): Promise<Analysis>
  /**
   * Reads and scores a stored file again, in a thread to which the machine prefers every other: no upload waits for it.
   * Undefined when the reader refuses the file now.
   */
  rescore(file: StoredTrack): Promise<FlightFindings | undefined>
  /** The same with so many milliseconds of CPU for the search. The signal ends it. */
  prove(file: StoredTrack, budgetMs: number, abort?: AbortSignal): Promise<FlightFindings | undefined>
  /** Scores a stored file by the rules of several leagues; with a budget for each as `prove` does. */
  scoreByLeagues(
    ownerId: string,
    file: StoredTrack,
    task: LeagueTask,
    budgetMs?: number,
  ): Promise<LeagueScores>
  /** A stored file as others see it while zones cut it; with a budget as `prove` does. */
  cut(ownerId: string, file: StoredTrack, task: CutTask, budgetMs?: number): Promise<CutFlight>
  extractTrack(ownerId: string, file: StoredTrack, count: number): Promise<TrackColumns>
  extractGnssTrack(ownerId: string, file: StoredTrack, count: number): Promise<GnssTrack>
  /** Where the flight of a stored file was; null when nothing in it flies. */
  locate(ownerId: string, file: StoredTrack): Promise<Whereabouts | null>
  checkAirspaces(ownerId: string, file: StoredTrack, task: AirspaceTask): Promise<FoundAirspaces>
  /** Reads an airspace file; its bytes move to the thread. */
  readAirspaces(ownerId: string, bytes: Uint8Array): Promise<ReadAirspaces>
  /** How many files wait for a thread, and how many bytes wait or are being scored. */
  queue(): { waiting: number; bytes: number }
  /** After the delay, each thread that scores loads its code by scoring one simulated flight, unless real work waits. */
  warmUp(delayMs?: number): Promise<void>
  close(): Promise<void>
}

export interface AnalyseOptions {
  onQueued?: (() => void) | undefined
  /** The local date at take-off, for a file that names none. */
  flightDate?: string | undefined
  /** Aborted when it is not waited for any more: a task that has not begun does not begin. */
  signal?: AbortSignal | undefined
}

export interface FlightServices extends CountingServices {
  readonly scorer: Scorer
  readonly terrain: Ground
}

export interface CutTask {
  zones: readonly Hidden[]
  stretch: Stretch
}

export type CutFlight =
  /** It is in none of the circles. */
  | { kind: 'whole' }
  /** The rest is no flight. */
  | { kind: 'nothing' }
  | {
      kind: 'cut'
      /** The file of what is left. */
      compressed: Uint8Array
      findings: FlightFindings
      isLaunchShown: boolean
      isLandingShown: boolean
      /** When the flight is hidden. */
      hidden: Span[]
      /** For the pilot alone: whether the place can be guessed from what is left. */
      isGuessable: boolean
    }

export interface LeagueTask {
  /** The local date at take-off. */
  date: string
  leagues: readonly League[]
}

export interface ScoredByLeague {
  league: string
  name: string
  /** The rules for its date and country; null when the league has none. */
  rules: LeagueRules | null
  score: Score | null
  /** Why the rules give it no points, whatever its course; null when they do. */
  refusal: string | null
}

export interface LeagueScores {
  /** The country of take-off. */
  country: string | null
  /** In the order of the leagues. */
  scores: ScoredByLeague[]
}

/** An airspace as it is stored. */
export interface NearAirspace {
  region: string
  /** JSON. */
  airspace: string
}

export interface FoundAirspaces {
  airspaces: EnteredAirspace[]
  isComplete: boolean
}

export interface PlacedAirspace {
  box: Box
  /** JSON. */
  airspace: string
}

export interface ReadAirspaces {
  airspaces: PlacedAirspace[]
  diagnoses: LineDiagnosis[]
  problems: number
}

/** Where a flight was. */
export interface Whereabouts {
  box: Box
  /** Latitudes of every fix of the flight. */
  latitude: Float64Array
  longitude: Float64Array
}

export interface AirspaceTask {
  near: readonly NearAirspace[]
  /** Below every fix of the flight, in metres; NaN where it is not known. Left out where nothing is known of it. */
  ground?: Float32Array | undefined
}
