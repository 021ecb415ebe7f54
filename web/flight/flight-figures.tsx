// The facts of a flight, and those of its file.
import { texts } from '../language/texts.ts'
import type { Flight } from '#contract/flight.ts'
import { type Fact, Facts } from '../parts/facts.tsx'
import {
  formatAltitude,
  formatClimb,
  formatClock,
  formatDistance,
  formatDuration,
  formatSpeed,
  formatWhole,
} from '../parts/format.ts'
import { nameRecorder } from './recorder.ts'

interface Moment {
  time: string
  altitudeM: number
}

/** The parts of the free-form metadata that are shown; each may be absent. */
interface Metadata {
  pilot?: string | null
  glider?: string | null
  gliderClass?: string | null
  recorder?: string | null
  launch?: Moment
  landing?: Moment
  altitude?: { maximumM: number; gainM: number; greatestClimbMps: number; greatestSinkMps: number }
  fixes?: number
  warnings?: { line: number; message: string }[]
}

interface ClockProps {
  flight: Flight
  /** Undefined while it loads: times keep their place. */
  utcOffsetSeconds: number | undefined
}

export function FlightFigures({ flight, utcOffsetSeconds }: ClockProps) {
  return (
    <section class="card figures">
      <h2>{texts.flight.details}</h2>
      <Facts class="facts" facts={listFacts({ flight, utcOffsetSeconds })} />
    </section>
  )
}

/** Recorder, fixes, signature and warnings. */
export function FileFigures({ flight }: { flight: Flight }) {
  return (
    <>
      <section class="card">
        <h2>{texts.flight.file}</h2>
        <Facts class="facts" facts={listFileFacts(flight)} />
      </section>
      <WarningsCard flight={flight} />
    </>
  )
}

function listFacts({ flight, utcOffsetSeconds }: ClockProps): Fact[] {
  const metadata = flight.flightInfo.metadata as Metadata
  const { track } = flight.flightInfo
  const clock = (moment: Moment | undefined) =>
    moment
      ? texts.flight.at(
          utcOffsetSeconds === undefined
            ? '–:–'
            : formatClock(Date.parse(moment.time) / 1000, utcOffsetSeconds),
          formatAltitude(moment.altitudeM),
        )
      : undefined
  const { altitude } = metadata
  const words = texts.flight
  const { fastest30sKmh } = flight.flightInfo.metadata
  const facts: [string, string | null | undefined][] = [
    [words.airtime, formatDuration(track.duration)],
    [words.takeoff, clock(metadata.launch)],
    [words.landing, clock(metadata.landing)],
    [words.timeZone, words.localTime(nameOffset(utcOffsetSeconds))],
    [words.trackLength, formatDistance(track.distance)],
    [words.maximumAltitude, altitude && formatAltitude(altitude.maximumM)],
    [words.gain, altitude && formatAltitude(altitude.gainM)],
    [words.maximumClimb, altitude && formatClimb(altitude.greatestClimbMps)],
    [words.maximumSink, altitude && formatClimb(-Math.abs(altitude.greatestSinkMps))],
    [words.fastest, fastest30sKmh ? formatSpeed(fastest30sKmh) : undefined],
    [words.pilot, metadata.pilot],
    [words.glider, [metadata.glider, metadata.gliderClass].filter(Boolean).join(', ')],
  ]
  return facts.filter(isKnown)
}

const isKnown = (fact: [string, string | null | undefined]): fact is Fact => Boolean(fact[1])

function listFileFacts(flight: Flight): Fact[] {
  const { recorder, fixes } = flight.flightInfo.metadata as Metadata
  const { signature } = flight.flightInfo.metadata
  const words = texts.flight
  const facts: [string, string | null | undefined][] = [
    [words.recorder, nameRecorder(recorder, signature?.maker)],
    [words.fixes, fixes === undefined ? undefined : formatWhole(fixes)],
    // In words that accuse no one.
    [words.signature, signature && words.signatures[signature.status]],
    [words.fileName, flight.original_file_name],
  ]
  return facts.filter(isKnown)
}

/** UTC+2, UTC−3:30. */
function nameOffset(seconds: number | undefined): string {
  if (seconds === undefined) return 'UTC'
  const minutes = Math.abs(Math.round(seconds / 60))
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${seconds < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`
}

function WarningsCard({ flight }: { flight: Flight }) {
  const { warnings = [] } = flight.flightInfo.metadata as Metadata
  if (warnings.length === 0) return null
  return (
    <details class="card">
      <summary>{texts.flight.warnings(warnings.length)}</summary>
      <ul class="small soft">
        {warnings.map((warning) => (
          <li key={warning.message}>{warning.message}</li>
        ))}
      </ul>
    </details>
  )
}
