// What flights came to, side by side, with the best of each figure marked, and where each is at the moment that is compared.
import { useEffect, useState } from 'preact/hooks'
import { format, texts } from '../../language/texts.ts'
import {
  formatAltitude,
  formatClimb,
  formatDay,
  formatDistance,
  formatDuration,
  formatOneDigit,
  formatPoints,
  nameFlight,
} from '../../parts/format.ts'
import { Icon } from '../../parts/icons.tsx'
import { Arrow } from '../insights/wind-arrow.tsx'
import type { Watched } from '../watched.ts'
import type { Aligned } from './align.ts'
import { COLOURS } from './colours.ts'
import type { Compared } from './compared.ts'
import { lookAt, type Seen } from './moving.ts'

type Figure = [name: string, valueOf: (compared: Compared) => number | null, write: (value: number) => string]

const listFigures = (): Figure[] => [
  [texts.flight.pointsColumn, ({ flight }) => flight.scoring.score, formatPoints],
  [texts.flight.distance, ({ flight }) => flight.scoring.distance, formatDistance],
  [texts.flight.meanClimb, ({ analysis }) => analysis?.totals.thermals.meanClimbMps ?? null, formatClimb],
  [texts.compare.bestClimb, ({ analysis }) => analysis?.totals.thermals.bestClimbMps ?? null, formatClimb],
  [texts.flight.glide, ({ analysis }) => analysis?.totals.glides.meanRatio ?? null, formatOneDigit],
]

export function ComparedTable({
  flights,
  aligned,
  moment,
  leaveOut,
}: {
  flights: readonly Compared[]
  aligned: Aligned
  moment: Watched<number>
  leaveOut: (reference: string) => void
}) {
  const seen = useSeen(flights, aligned, moment)
  const figures = listFigures()
  const best = figures.map(([, valueOf]) => Math.max(...flights.map((one) => valueOf(one) ?? -Infinity)))
  const words = texts.compare
  return (
    <div class="compared-table" tabIndex={0} role="region" aria-label={words.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.flight.tabs.flight}</th>
            <th scope="col">{texts.flight.altitude}</th>
            <th scope="col">{texts.flight.climb}</th>
            {figures.map(([name]) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
            <th scope="col">{words.inThermals}</th>
            <th scope="col">{texts.flight.wind}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {flights.map((one, index) => (
            <tr key={one.reference}>
              <th scope="row">
                <Name compared={one} colour={COLOURS[index]!} />
              </th>
              <td>{seen[index] ? formatAltitude(seen[index].altitude) : '–'}</td>
              <td>{seen[index] ? formatClimb(seen[index].climb) : '–'}</td>
              {figures.map(([name, valueOf, write], at) => (
                <td key={name}>
                  <Value
                    value={valueOf(one)}
                    write={write}
                    isBest={flights.length > 1 && valueOf(one) === best[at]}
                  />
                </td>
              ))}
              <td>
                <TimeInThermals analysis={one.analysis} />
              </td>
              <td>{one.analysis?.wind ? <Arrow wind={one.analysis.wind} /> : '–'}</td>
              <td>
                <LeaveOut compared={one} leaveOut={leaveOut} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const PAUSE_MS = 100

/** Figures that changed with each picture of a replay could not be read. */
function useSeen(
  flights: readonly Compared[],
  aligned: Aligned,
  moment: Watched<number>,
): (Seen | undefined)[] {
  const look = () =>
    lookAt(
      flights.map(({ columns }) => columns),
      aligned,
      moment.value,
    )
  const [seen, setSeen] = useState(look)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      setSeen(look())
    }
    show()
    const stop = moment.listen(() => (timer ??= setTimeout(show, PAUSE_MS)))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [flights, aligned])
  return seen
}

function Name({ compared: { reference, flight, pilot }, colour }: { compared: Compared; colour: string }) {
  return (
    <span class="compared-name">
      <svg class="swatch" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <circle cx="7" cy="7" r="7" fill={colour} />
      </svg>
      <a href={pilot === null ? `/app/flights/${reference}` : `/f/${reference}`}>
        {pilot ?? nameFlight(flight)}
      </a>
      <span class="soft small">
        {pilot !== null && `${nameFlight(flight)} · `}
        {formatDay(flight.flight_date)}
      </span>
    </span>
  )
}

function Value({
  value,
  write,
  isBest,
}: {
  value: number | null
  write: (value: number) => string
  isBest: boolean
}) {
  if (value === null) return <>–</>
  return isBest ? <strong>{write(value)}</strong> : <>{write(value)}</>
}

function TimeInThermals({ analysis }: Pick<Compared, 'analysis'>) {
  if (!analysis) return <>–</>
  const { seconds, share } = analysis.totals.byKind.thermal
  return (
    <>
      {formatDuration(seconds)}{' '}
      <span class="soft small">{texts.flight.percent(format.number(100 * share))}</span>
    </>
  )
}

function LeaveOut({
  compared: { reference, flight, pilot },
  leaveOut,
}: {
  compared: Compared
  leaveOut: (reference: string) => void
}) {
  const name = texts.compare.leaveOut(`${pilot ?? nameFlight(flight)}, ${formatDay(flight.flight_date)}`)
  return (
    <button class="quiet" aria-label={name} title={name} onClick={() => leaveOut(reference)}>
      <Icon name="close" size={16} />
    </button>
  )
}
