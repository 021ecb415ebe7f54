// A flight as others see it. Without zones it is as stored; where a zone cuts it, everything is of the rest.
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { FlightAnalysis } from '#contract/analysis.ts'
import type { Certificate } from '#contract/certificate.ts'
import type { Marks } from '#contract/logbook/marks.ts'
import type { FlightSharing, SharedFlight } from '#contract/sharing/shared-flight.ts'
import { createRecent } from '#server/platform/concurrency/recent.ts'
import { explainCounting } from '../record/counting/reasons.ts'
import { findAnalysis } from '../record/analysis-store.ts'
import { findFile } from '../files/files.ts'
import { seasonOf, toFlight } from '../record/flight.ts'
import { describeMarks, describeScore } from '../record/metadata.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import { findUtcOffset } from '#language/utc-offset.ts'
import type { StoredTrack } from '../record/findings.ts'
import type { CutFlight, FlightServices } from '../record/services.ts'
import { PROOF_MS } from '../scorer/scorer.ts'
import { isNamed } from '../record/store.ts'
import { HIDDEN_OF_KIND } from './preview.ts'
import { sortPhotos } from './shared-photos.ts'
import type { FoundFlight, SharedRow } from './store.ts'
import { drawStretch } from './zones.ts'

const decompress = promisify(zstdDecompress)

/** Flights of pilots with zones, some 100 kB each: a page asks for one several times. */
const MAX_RECENT = 200
const MAX_RECENT_KINDS = 20_000

export type SharedSummary = Omit<SharedFlight, 'analysis'>

export interface SharedReader {
  /** Throws that there is no such flight when a zone leaves nothing of it. */
  describe(found: FoundFlight): Promise<SharedFlight>
  /** The same for a list. */
  summarise(found: FoundFlight): Promise<SharedSummary>
  /** A sketch of what is shown: latitudes and longitudes in turn. */
  readShape(found: FoundFlight): Promise<number[]>
  /** The file to read the track from: never that of the pilot when a zone cuts it. */
  openTrack(found: FoundFlight): Promise<StoredTrack>
  /** Whether zones leave nothing of it. */
  isHidden(found: FoundFlight): Promise<boolean>
  /** For the pilot: what zones hide of it, and whether that is enough. */
  describeHidden(found: FoundFlight): Promise<Pick<FlightSharing, 'hidden' | 'isGuessable' | 'hiddenPhotos'>>
}

export function createSharedReader(services: FlightServices): SharedReader {
  const recall = createRecent<CutFlight>(MAX_RECENT)
  const recallKinds = createRecent<CutFlight['kind']>(MAX_RECENT_KINDS)
  const profileUrl = (handle: string | null) =>
    handle === null ? null : `${services.config.baseUrl}/p/${handle}`

  /** Kept by everything that it depends on: a zone that is added or removed asks for another one. */
  const cut = (found: FoundFlight): Promise<CutFlight> => {
    const { row, zones, zoneKey } = found
    if (zones.length === 0) return Promise.resolve({ kind: 'whole' })
    if (!zoneKey) throw new Error('a pilot with zones has no key')
    const make = async (budgetMs?: number) => {
      const file = await requireFile(services, row)
      const task = { zones, stretch: drawStretch(zoneKey, row.fingerprint) }
      return services.scorer.cut(row.owner_id, file, task, budgetMs)
    }
    return recall(keyOf(found), make, (shown) => (isProven(shown) ? undefined : make(PROOF_MS)))
  }

  /** Kept for far more flights: a list passes over all those of which nothing is left. */
  const recallKind = (found: FoundFlight) => recallKinds(keyOf(found), async () => (await cut(found)).kind)

  const cutSome = async (found: FoundFlight) => {
    const shown = await cut(found)
    if (shown.kind === 'nothing') throw noSuchFlight()
    return shown
  }
  const summarise = async (found: FoundFlight): Promise<SharedSummary> => {
    const { row } = found
    const shown = await cutSome(found)
    const metadata = readMetadata(row)
    const notCounted = explainCounting(row)
    return {
      visibility: row.visibility,
      isCut: shown.kind === 'cut',
      pilot: { name: row.pilot_name, profile: profileUrl(row.profile_handle) },
      title: row.title,
      photos: (await sortPhotos(services, found, shown)).seen,
      is_tandem: row.is_tandem,
      launch_type: row.launch_type,
      gliderName: row.glider_name ?? metadata.glider ?? null,
      offersTrackFiles: row.offers_track_files ?? true,
      ...(notCounted && { notCounted: { reason: notCounted.reason } }),
      ...(shown.kind === 'whole' ? describeWhole(row) : describeCut(row, shown)),
    }
  }

  return {
    summarise,
    async describe(found) {
      const summary = await summarise(found)
      return { ...summary, analysis: await readAnalysis(services, found.row, await cutSome(found)) }
    },
    async readShape(found) {
      const shown = await cutSome(found)
      return shown.kind === 'cut' ? shown.findings.shape : (JSON.parse(found.row.shape) as number[])
    },
    async openTrack(found) {
      const shown = await cutSome(found)
      return shown.kind === 'cut'
        ? { compressed: shown.compressed, givenDate: null }
        : requireFile(services, found.row)
    },
    isHidden: async (found) => (await recallKind(found)) === 'nothing',
    async describeHidden(found) {
      const shown = await cut(found)
      return {
        hidden: HIDDEN_OF_KIND[shown.kind],
        isGuessable: shown.kind === 'cut' && shown.isGuessable,
        hiddenPhotos: (await sortPhotos(services, found, shown)).unseen,
      }
    },
  }
}

const keyOf = ({ row, zones }: FoundFlight) => `${row.id} ${row.change_number} ${JSON.stringify(zones)}`

const isProven = (shown: CutFlight) => shown.kind !== 'cut' || shown.findings.score.proven

async function requireFile(services: FlightServices, { owner_id, id }: SharedRow) {
  const file = await findFile(services, owner_id, id)
  if (!file) throw noSuchFlight()
  return file
}

interface KnownMetadata {
  glider?: string | null
  timeZone?: string
  launch: SharedFlight['start']
  landing: SharedFlight['end']
  altitude: SharedFlight['altitude']
  scoring: Certificate
  marks?: Marks
}

const readMetadata = (row: SharedRow) => JSON.parse(row.metadata) as KnownMetadata

/** The members that depend on the track. */
type TrackParts = Omit<
  SharedSummary,
  | 'visibility'
  | 'isCut'
  | 'pilot'
  | 'title'
  | 'photos'
  | 'is_tandem'
  | 'launch_type'
  | 'gliderName'
  | 'notCounted'
  | 'offersTrackFiles'
>

function describeWhole(row: SharedRow): TrackParts {
  const { timeZone, launch, landing, altitude, scoring, marks } = readMetadata(row)
  const { flightInfo, ...flight } = toFlight(row)
  return {
    flight_date: flight.flight_date,
    season: flight.season,
    ...describeClock(timeZone, launch),
    takeoff: describeTakeoff(row, launch),
    isLandingShown: true,
    start: launch,
    end: landing,
    altitude,
    track: flightInfo.track,
    scoring: flight.scoring,
    certificate: scoring,
    ...(marks && { marks }),
  }
}

function describeCut(row: SharedRow, shown: CutFlight & { kind: 'cut' }): TrackParts {
  const { summary, score, place, flightDate } = shown.findings
  const marks = describeMarks(summary.warnings)
  return {
    flight_date: flightDate,
    season: seasonOf(flightDate),
    ...describeClock(place.timeZone, summary.takeoff),
    takeoff: shown.isLaunchShown ? describeTakeoff(row, summary.takeoff) : null,
    isLandingShown: shown.isLandingShown,
    start: summary.takeoff,
    end: summary.landing,
    altitude: summary.altitude,
    track: { duration: summary.durationSeconds, distance: summary.trackDistanceKm },
    scoring: { distance: score.distanceKm, score: score.score, type: score.type },
    certificate: describeScore(score),
    ...(marks && { marks }),
  }
}

async function readAnalysis(
  { db }: FlightServices,
  row: SharedRow,
  shown: CutFlight,
): Promise<FlightAnalysis | null> {
  if (shown.kind !== 'cut') {
    const text = await findAnalysis(db.sql, row.owner_id, isNamed(row.id))
    if (text === undefined) throw noSuchFlight()
    return JSON.parse(text) as FlightAnalysis | null
  }
  const { analysis } = shown.findings
  return analysis && (JSON.parse(String(await decompress(analysis.compressed))) as FlightAnalysis)
}

function describeClock(timeZone: string | undefined, { time }: { time: string }) {
  return { timeZone: timeZone ?? null, utcOffsetSeconds: findUtcOffset(timeZone, new Date(time)) }
}

/** At the flight's own launch point: that of the place may be of another flight, and inside a zone. */
function describeTakeoff(row: SharedRow, { lat, lng }: { lat: number; lng: number }) {
  return { lat, lng, name: row.takeoff_name, country: row.takeoff_country }
}
