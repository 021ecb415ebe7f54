// Scores a file in a worker of this page and puts the outcome into the shape that the parts of the flight page take.
import { texts } from '../language/texts.ts'
import { listMarks } from '#igc/marks.ts'
import type { Rules } from '#scoring/rules.ts'
import type { Flight } from '#contract/flight.ts'
import { splitRecordings } from '#igc/split.ts'
import { readBytes } from '../parts/files/read-bytes.ts'
import type { FlownTrack, Message, Outcome, Refusal, ScoredHere, Task } from './outcome.ts'

const MAX_BYTES = 32_000_000

/** The recordings in a file, or why there is none. */
export async function readRecordings(file: File): Promise<Uint8Array[] | Refusal> {
  const { visitor, upload } = texts
  if (file.size > MAX_BYTES) return { message: visitor.tooLarge, hint: visitor.tooLargeHint }
  const bytes = await readBytes(file)
  if (!bytes) return { message: upload.brokenGzip, hint: visitor.unpackAndDrop }
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  return isZip ? { message: visitor.isArchive, hint: visitor.archiveHint } : splitRecordings(bytes)
}

export async function scoreHere(
  recording: Uint8Array,
  onTrack: (track: FlownTrack) => void,
): Promise<Outcome> {
  const worker = new Worker(new URL('./score-worker.ts', import.meta.url), { type: 'module' })
  const task: Task = { bytes: recording.slice(), rules: readRules() }
  return new Promise<Outcome>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Message>) =>
      'track' in data ? onTrack(data.track) : resolve(data),
    )
    worker.addEventListener('error', () =>
      resolve({ refusal: { message: texts.visitor.notScoredHere, hint: texts.visitor.reloadHint } }),
    )
    worker.postMessage(task, [task.bytes.buffer as ArrayBuffer])
  }).finally(() => worker.terminate())
}

/** The rules of this installation: the server writes them into the head of the page. */
function readRules(): Rules {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="scoring-rules"]')
  return JSON.parse(meta?.content ?? 'null') as Rules
}

/** Without what only the server knows: the site, its time zone, the signature. */
export function toFlight({ summary, score, date }: ScoredHere, fileName: string): Flight {
  const { takeoff, landing, altitude, pilot, glider, gliderClass, recorder, warnings } = summary
  return {
    id: 'try',
    original_file_name: fileName,
    flight_date: date ?? takeoff.time.slice(0, 10),
    is_tandem: summary.isTandem,
    scoring: { distance: score.distanceKm, score: score.score, type: score.type },
    flightInfo: {
      takeoff: { name: '', country: '', lat: takeoff.lat, lng: takeoff.lng },
      metadata: {
        pilot,
        glider,
        gliderClass,
        recorder,
        launch: takeoff,
        landing,
        altitude,
        fixes: summary.fixCount,
        warnings,
        marks: listMarks(warnings),
        scoring: score,
      },
      track: { duration: summary.durationSeconds, distance: summary.trackDistanceKm },
    },
  } as unknown as Flight
}

/** For the map and the barogram, until it is scored. */
export function toUnscored({ date }: FlownTrack, fileName: string): Flight {
  const flightInfo = { takeoff: { name: '', country: '' }, metadata: {}, track: {} }
  return { id: 'try', original_file_name: fileName, flight_date: date ?? '', flightInfo } as unknown as Flight
}

/** Alternating latitudes and longitudes, as many as a drawing shows. */
export function toShape({ columns }: FlownTrack, points = 600): number[] {
  const { latitude, longitude } = columns
  const step = Math.max(1, Math.floor(latitude.length / points))
  return latitude.flatMap((degrees, index) => (index % step === 0 ? [degrees, longitude[index]!] : []))
}
