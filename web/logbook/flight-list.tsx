// One page of flights, one row each.
import { format, texts } from '../language/texts.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { LogbookPage } from '#dashboard/flights.ts'
import {
  formatDay,
  formatDuration,
  formatPoints,
  nameCountry,
  nameFlight,
  nameTakeoff,
} from '../parts/format.ts'
import { NotCountedTag, TypeTag } from '../parts/type-tag.tsx'
import { TrackShape } from '../parts/tracks/track-shape.tsx'

/** Enough to fill a screen; the rest follows in batches, and the page stays responsive. */
const ROWS_PER_BATCH = 8

/** Rows to choose from, in place of links. */
export interface Choosing {
  chosen: readonly string[]
  isFull: boolean
  toggle: (id: string) => void
}

export function FlightList({
  page: { data: flights, shapes },
  choosing,
}: {
  page: LogbookPage
  choosing: Choosing | undefined
}) {
  const [count, setCount] = useState(ROWS_PER_BATCH)
  useEffect(() => {
    if (count >= flights.length) return undefined
    const timer = setTimeout(() => setCount(count + ROWS_PER_BATCH))
    return () => clearTimeout(timer)
  }, [count, flights.length])
  return (
    <ul class="flights">
      {flights.slice(0, count).map((flight, index) => (
        <li key={flight.id}>
          <Row id={flight.id} choosing={choosing}>
            <TrackShape shape={shapes[index]!} />
            <span class="where">
              <strong>{nameFlight(flight)}</strong>
              <span class="soft">
                {flight.flightInfo.metadata.title !== undefined && `${nameTakeoff(flight)} · `}
                {formatDay(flight.flight_date)}
                <span class="country">{nameCountry(flight, ' · ')}</span> <NotCountedTag flight={flight} />
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
          </Row>
        </li>
      ))}
    </ul>
  )
}

function Row({
  id,
  choosing,
  children,
}: {
  id: string
  choosing: Choosing | undefined
  children: ComponentChildren
}) {
  if (!choosing)
    return (
      <a class="flight-row" href={`/app/flights/${id}`}>
        {children}
      </a>
    )
  const isChosen = choosing.chosen.includes(id)
  return (
    <label class="flight-row chosen">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={choosing.isFull && !isChosen}
        onChange={() => choosing.toggle(id)}
      />
      {children}
    </label>
  )
}
