// Below the title: what the flight is worth, how that is known, and the legs of the course.
import type { Certificate } from '#contract/certificate.ts'
import type { Flight } from '#contract/flight.ts'
import { useMemo, useState } from 'preact/hooks'
import { format, texts } from '../../language/texts.ts'
import { formatDistance, formatPoints, formatSpeed } from '../../parts/format.ts'
import './score.css'
import { Icon } from '../../parts/icons.tsx'
import { TypeTag } from '../../parts/type-tag.tsx'
import type { Cursor } from '../cursor.ts'
import { explainProof, explainScore, findCertificate } from './certificate.ts'
import { type Leg, listLegs } from './legs.ts'

export function ScoreStrip({
  flight,
  isStored = true,
}: {
  flight: Flight
  /** False for one that is only tried. */
  isStored?: boolean
}) {
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
      <div class="score-tags">
        <TypeTag type={scoring.type} />
        {certificate && <Proof certificate={certificate} isStored={isStored} />}
      </div>
    </div>
  )
}

function Proof({ certificate, isStored }: { certificate: Certificate; isStored: boolean }) {
  const { proven } = certificate
  return (
    <details class="proof">
      <summary class={proven ? 'tag good' : 'tag'}>
        {proven && <Icon name="check" size={14} />}
        {proven ? texts.flight.provenBest : texts.flight.unproven}
      </summary>
      <p>{explainScore(certificate)}</p>
      <p>{explainProof(certificate, isStored)}</p>
    </details>
  )
}

/** Map, 3D and barogram share the cursor. */
export function Course({ flight, cursor }: { flight: Flight; cursor: Cursor }) {
  const certificate = findCertificate(flight.flightInfo.metadata)
  if (!certificate) return <p class="small soft">{texts.flight.tooShort}</p>
  return <Legs key={flight.id} certificate={certificate} cursor={cursor} />
}

/** Pointing at a leg shows it everywhere; a tap keeps it there. */
function Legs({ certificate, cursor: { leg: pointed } }: { certificate: Certificate; cursor: Cursor }) {
  const legs = useMemo(() => listLegs(certificate), [certificate])
  const [kept, setKept] = useState<Leg>()
  const keep = (leg: Leg | undefined) => {
    setKept(leg)
    pointed.set(leg)
  }
  return (
    <table class="legs" aria-label={texts.flight.layerNames.shape} onPointerLeave={() => pointed.set(kept)}>
      <thead>
        <tr>
          <td />
          <th scope="col">{texts.flight.distance}</th>
          <th scope="col">{texts.flight.speed}</th>
          <th scope="col">{texts.flight.pointsColumn}</th>
        </tr>
      </thead>
      <tbody>
        {legs.map((leg, index) => (
          <tr
            key={index}
            class="leg"
            onPointerEnter={() => pointed.set(leg)}
            onClick={() => keep(kept === leg ? undefined : leg)}
          >
            <th scope="row">
              <button
                class="quiet"
                aria-pressed={kept === leg}
                onFocus={() => pointed.set(leg)}
                onBlur={() => pointed.set(kept)}
              >
                {texts.flight.leg(index + 1)}
              </button>
            </th>
            <td>{formatDistance(leg.km)}</td>
            <td>{leg.kmh === null ? '–' : formatSpeed(leg.kmh)}</td>
            <td>
              <svg class="measure" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect width={Math.round(leg.share * 100)} height="6" />
              </svg>
              {texts.flight.percent(format.number(leg.share * 100))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
