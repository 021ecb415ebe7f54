// The score of a flight with its proof, and its details.
import type { Flight } from '#sdk/types/flight.ts'
import { explainProof, explainScore, findCertificate, formatGap, isTriangle } from './certificate.ts'
import { type Fact, Facts } from '../parts/facts.tsx'
import {
  formatClock,
  formatDuration,
  formatKm,
  formatOneDigit,
  formatPoints,
  formatWhole,
} from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
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

export function FlightFigures({ flight, utcOffsetSeconds }: { flight: Flight; utcOffsetSeconds: number }) {
  return (
    <div class="figures">
      <ProofCard flight={flight} />
      <FactsCard flight={flight} utcOffsetSeconds={utcOffsetSeconds} />
      <WarningsCard flight={flight} />
    </div>
  )
}

/** Below the title: what the flight is worth, at a glance. */
export function ScoreStrip({ flight }: { flight: Flight }) {
  const certificate = findCertificate(flight.flightInfo.metadata)
  const { scoring } = flight
  return (
    <div class="score-strip" role="group" aria-label="Score">
      <p>
        <strong>{formatPoints(scoring.score)}</strong> points
      </p>
      <p>
        <strong>{formatKm(scoring.distance)}</strong> km
      </p>
      <p class="score-tags">
        <TypeTag type={scoring.type} />
        {certificate?.proven && (
          <span class="tag good">
            <Icon name="check" size={14} /> Proven best
          </span>
        )}
      </p>
    </div>
  )
}

function ProofCard({ flight }: { flight: Flight }) {
  const certificate = findCertificate(flight.flightInfo.metadata)
  if (!certificate) {
    return (
      <section class="card">
        <p class="small soft">This track is too short to score, but it still counts in your logbook.</p>
      </section>
    )
  }
  return (
    <details class="card proof">
      <summary>Score and proof</summary>
      <p class="small">{explainScore(certificate)}</p>
      <p class="small soft">{explainProof(certificate)}</p>
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
          <dt>Leg {index + 1}</dt>
          <dd>
            <Measure share={kilometres / longest} />
            {formatKm(kilometres)} km
          </dd>
        </div>
      ))}
      {closingKm !== undefined && (
        <div>
          <dt>Closing</dt>
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

function FactsCard({ flight, utcOffsetSeconds }: { flight: Flight; utcOffsetSeconds: number }) {
  return (
    <section class="card">
      <h2>Details</h2>
      <Facts class="facts" facts={listFacts(flight, utcOffsetSeconds)} />
    </section>
  )
}

/** In words that accuse nobody. */
const signatures: Record<string, string> = {
  valid: 'Valid',
  invalid: 'Does not match the file',
  unsigned: 'None',
  unknown: 'Cannot be checked here',
}

function listFacts(flight: Flight, utcOffsetSeconds: number): Fact[] {
  const metadata = flight.flightInfo.metadata as Metadata
  const { track } = flight.flightInfo
  const clock = (moment: Moment | undefined) =>
    moment
      ? `${formatClock(Date.parse(moment.time) / 1000, utcOffsetSeconds)} at ${formatWhole(moment.altitudeM)} m`
      : undefined
  const { altitude } = metadata
  const facts: [string, string | null | undefined][] = [
    ['Airtime', formatDuration(track.duration)],
    ['Take-off', clock(metadata.launch)],
    ['Landing', clock(metadata.landing)],
    ['Track length', `${formatKm(track.distance)} km`],
    ['Maximum altitude', altitude && `${formatWhole(altitude.maximumM)} m`],
    ['Gain above take-off', altitude && `${formatWhole(altitude.gainM)} m`],
    ['Maximum climb', altitude && `+${formatOneDigit(altitude.greatestClimbMs)} m/s`],
    ['Maximum sink', altitude && `−${formatOneDigit(Math.abs(altitude.greatestSinkMs))} m/s`],
    ['Pilot', metadata.pilot],
    ['Glider', [metadata.glider, metadata.gliderClass].filter(Boolean).join(', ')],
    ['Recorder', metadata.recorder],
    ['GPS fixes', metadata.fixes === undefined ? undefined : formatWhole(metadata.fixes)],
    ['Signature', signatures[flight.flightInfo.metadata.signature?.status ?? '']],
    ['File', flight.original_file_name],
  ]
  return facts.filter((fact): fact is Fact => Boolean(fact[1]))
}

function WarningsCard({ flight }: { flight: Flight }) {
  const { warnings = [] } = flight.flightInfo.metadata as Metadata
  if (warnings.length === 0) return null
  return (
    <details class="card">
      <summary>
        {warnings.length === 1 ? '1 warning about the file' : `${warnings.length} warnings about the file`}
      </summary>
      <ul class="small soft">
        {warnings.map((warning) => (
          <li key={warning.message}>{warning.message}</li>
        ))}
      </ul>
    </details>
  )
}
