// The flights of a file that holds several, one row each.
import { texts } from '../language/texts.ts'
import { formatDay, formatDistance, formatPoints } from '../parts/format.ts'
import { TypeTag } from '../parts/type-tag.tsx'
import { TrackShape } from '../parts/tracks/track-shape.tsx'
import { toShape } from './score-here.ts'
import type { TriedFile, TriedFlight } from './use-tried.ts'

interface FlightRowsProps {
  file: TriedFile
  chosen?: number
  /** Undefined: the row leads to the page that shows the flight. */
  choose?: (index: number) => void
}

export function FlightRows({ file, chosen, choose }: FlightRowsProps) {
  return (
    <section class="card tried-rows" aria-labelledby="tried-rows">
      <h2 id="tried-rows">{texts.visitor.flightsOf(file.name, file.flights.length)}</h2>
      <ul class="plain">
        {file.flights.map((flight, index) => (
          <li key={index}>
            <a
              href={`/try?flight=${index + 1}`}
              aria-current={index === chosen ? 'true' : undefined}
              onClick={(event) => {
                if (!choose) return
                event.preventDefault()
                choose(index)
              }}
            >
              <TrackShape shape={flight.track ? toShape(flight.track, 120) : []} />
              <Worth flight={flight} number={index + 1} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Worth({ flight: { track, outcome }, number }: { flight: TriedFlight; number: number }) {
  const day = track?.date ? formatDay(track.date) : `${number}`
  if (!outcome) return <span>{texts.visitor.scoring(day)}</span>
  if ('refusal' in outcome)
    return (
      <span>
        {texts.visitor.cannotScore(day)} {outcome.refusal.message}
      </span>
    )
  const { distanceKm, score, type } = outcome.flight.score
  return (
    <span>
      <strong>{day}</strong> {texts.visitor.figures(formatDistance(distanceKm), formatPoints(score))}{' '}
      <TypeTag type={type} />
    </span>
  )
}
