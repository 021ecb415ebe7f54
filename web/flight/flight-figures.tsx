// The score of a flight with its proof, and its details.
import { format, texts } from '../language/texts.ts'
import type { Flight } from '#contract/flight.ts'
import { explainProof, explainScore, findCertificate, formatGap, isTriangle } from './certificate.ts'
import { type Fact, Facts } from '../parts/facts.tsx'
import {
  formatAltitude,
  formatClimb,
  formatClock,
  formatDistance,
  formatDuration,
  formatPoints,
  formatSpeed,
  formatWhole,
} from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { nameRecorder } from './recorder.ts'
import './figures.css'
import { TypeTag } from '../parts/type-tag.tsx'

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
  altitude?: { maximumM: number; gainM: number; greatestClimbMs: number; greatestSinkMs: number }
  fixes?: number
  warnings?: { line: number; message: string }[]
}

interface ClockProps {
  flight: Flight
  /** Undefined while it loads: times keep their place. */
  utcOffsetSeconds: number | undefined
}

interface FiguresProps extends ClockProps {
  /** False for one that is only tried. */
  isStored?: boolean
}

export function FlightFigures({ flight, utcOffsetSeconds, isStored = true }: FiguresProps) {
  return (
    <div class="figures">
      <ProofCard flight={flight} isStored={isStored} />
      <FactsCard flight={flight} utcOffsetSeconds={utcOffsetSeconds} />
    </div>
  )
}

/** Recorder, fixes, signature and warnings. */
export function FileFigures({ flight }: { flight: Flight }) {
  return (
    <div class="figures">
      <section class="card">
        <h2>{texts.flight.file}</h2>
        <Facts class="facts" facts={listFileFacts(flight)} />
      </section>
      <WarningsCard flight={flight} />
    </div>
  )
}

/** Below the title: what the flight is worth, at a glance. */
export function ScoreStrip({ flight }: { flight: Flight }) {
  const certificate = findCertificate(flight.flightInfo.metadata)
  const { scoring } = flight
  return (
    <div class="score-strip" role="group" aria-label={texts.flight.score}>
      <p>
        <strong>{formatPoints(scoring.score)}</strong> {texts.flight.points}
      </p>
      <p>
        <strong>{format.figure('distance', scoring.distance)}</strong> {format.unit('distance')}
      </p>
      <p class="score-tags">
        <TypeTag type={scoring.type} />
        {certificate?.proven && (
          <span class="tag good">
            <Icon name="check" size={14} /> {texts.flight.provenBest}
          </span>
        )}
        {certificate?.proven === false && <span class="tag">{texts.flight.unproven}</span>}
      </p>
    </div>
  )
}

function ProofCard({ flight, isStored }: { flight: Flight; isStored: boolean }) {
  const certificate = findCertificate(flight.flightInfo.metadata)
  if (!certificate) {
    return (
      <section class="card">
        <p class="small soft">{texts.flight.tooShort}</p>
      </section>
    )
  }
  return (
    <details class="card proof">
      <summary>{texts.flight.scoreAndProof}</summary>
      <p class="small">{explainScore(certificate)}</p>
      <p class="small soft">{explainProof(certificate, isStored)}</p>
      <Legs
        legsKm={certificate.legsKm}
        closingKm={isTriangle(certificate) ? certificate.closingKm : undefined}
      />
    </details>
  )
}

function Legs({ legsKm, closingKm }: { legsKm: number[]; closingKm: number | undefined }) {
  const longest = Math.max(...legsKm, 0.001)
  return (
    <dl class="legs">
      {legsKm.map((kilometres, index) => (
        <div key={index}>
          <dt>{texts.flight.leg(index + 1)}</dt>
          <dd>
            <Measure share={kilometres / longest} />
            {formatDistance(kilometres)}
          </dd>
        </div>
      ))}
      {closingKm !== undefined && (
        <div>
          <dt>{texts.flight.closing}</dt>
          <dd>
            <Measure share={closingKm / longest} />
            {formatGap(closingKm)}
          </dd>
        </div>
      )}
    </dl>
  )
}

function Measure({ share }: { share: number }) {
  return (
    <span class="measure" aria-hidden="true">
      <span style={{ width: `${Math.round(Math.min(share, 1) * 100)}%` }} />
    </span>
  )
}

function FactsCard({ flight, utcOffsetSeconds }: ClockProps) {
  return (
    <section class="card">
      <h2>{texts.flight.details}</h2>
      <Facts class="facts" facts={listFacts({ flight, utcOffsetSeconds })} />
    </section>
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
    [words.maximumClimb, altitude && formatClimb(altitude.greatestClimbMs)],
    [words.maximumSink, altitude && formatClimb(-Math.abs(altitude.greatestSinkMs))],
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
