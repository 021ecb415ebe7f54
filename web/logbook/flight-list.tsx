// One page of flights, one row each.
import { format, texts } from '../language/texts.ts'
import { useEffect, useState } from 'preact/hooks'
import type { FlightRow } from '#dashboard/flights.ts'
import { formatDay, formatDuration, formatPoints, nameFlight, nameTakeoff } from '../parts/format.ts'
import { NotCountedTag, TypeTag } from '../parts/type-tag.tsx'
import { TrackShape } from './track-shape.tsx'

/** Enough to fill a screen; the rest follows in batches, so that the page stays responsive. */
const ROWS_PER_BATCH = 8

export function FlightList({ rows }: { rows: FlightRow[] }) {
  const [count, setCount] = useState(ROWS_PER_BATCH)
  useEffect(() => {
    if (count >= rows.length) return undefined
    const timer = setTimeout(() => setCount(count + ROWS_PER_BATCH))
    return () => clearTimeout(timer)
  }, [count, rows.length])
  return (
    <ul class="flights">
      {rows.slice(0, count).map(({ flight, shape, countryName }) => (
        <li key={flight.id}>
          <a class="flight-row" href={`/app/flights/${flight.id}`}>
            <TrackShape shape={shape} />
            <span class="where">
              <strong>{nameFlight(flight)}</strong>
              <span class="soft">
                {flight.flightInfo.metadata.title !== undefined && `${nameTakeoff(flight)} · `}
                {formatDay(flight.flight_date)}
                {countryName && <span class="country">{` · ${countryName}`}</span>}{' '}
                <NotCountedTag flight={flight} />
              </span>
            </span>
            <span class="kind">
              <TypeTag type={flight.scoring.type} />{' '}
              {flight.is_tandem && <span class="tag plain">{texts.logbook.tandem}</span>}
            </span>
            <span class="number duration">{formatDuration(flight.flightInfo.track.duration)}</span>
            <span class="number distance">
              {format.figure('distance', flight.scoring.distance)} <small>{format.unit('distance')}</small>
            </span>
            <span class="number points">
              {formatPoints(flight.scoring.score)} <small>{texts.logbook.pts}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
