// Scores a file in a worker of this page and puts the outcome into the shape that the parts of the flight page take.
import { texts } from '../language/texts.ts'
import { listMarks } from '#igc/marks.ts'
import type { Rules } from '#scoring/rules.ts'
import type { Flight } from '#contract/flight.ts'
import { readBytes } from '../parts/files/read-bytes.ts'
import type { Outcome, ScoredHere, Task } from './outcome.ts'

const refuse = (message: string, hint: string): Outcome => ({ refusal: { message, hint } })

const MAX_BYTES = 32_000_000

export async function scoreHere(file: File): Promise<Outcome> {
  if (file.size > MAX_BYTES) return refuse(texts.visitor.tooLarge, texts.visitor.tooLargeHint)
  const bytes = await readBytes(file)
  if (!bytes) return refuse(texts.upload.brokenGzip, texts.visitor.unpackAndDrop)
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return refuse(texts.visitor.isArchive, texts.visitor.archiveHint)
  return runWorker({ bytes, rules: readRules() })
}

/** The rules of this installation: the server writes them into the head of the page. */
function readRules(): Rules {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="scoring-rules"]')
  return JSON.parse(meta?.content ?? 'null') as Rules
}

function runWorker(task: Task): Promise<Outcome> {
  const worker = new Worker(new URL('./score-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Outcome>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Outcome>) => resolve(data))
    worker.addEventListener('error', () =>
      resolve(refuse(texts.visitor.notScoredHere, texts.visitor.reloadHint)),
    )
    worker.postMessage(task, [task.bytes.buffer as ArrayBuffer])
  }).finally(() => worker.terminate())
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
