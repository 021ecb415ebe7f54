// A season compared with the one before, up to the same day while it lasts, and the pilot's records.
import { format, texts } from '../language/texts.ts'
import { useData } from '../parts/load.ts'
import { nameSeason } from './season-name.ts'
import type { Records, SeasonStatistics, Statistics } from '#contract/logbook/statistics.ts'

type Totals = SeasonStatistics['toDay']
const none: Totals = { flights: 0, seconds: 0, kilometres: 0 }

export function SeasonStrip({ season }: { season: string }) {
  const { value } = useData<Statistics>('/flights/statistics')
  if (!value || value.seasons.length === 0) return null
  const today = new Date().toISOString().slice(0, 10)
  const find = (wanted: number) => value.seasons.find((one) => one.season === wanted)
  const shown = season === '' ? chooseSeason(value, seasonOf(today)) : Number(season)
  const [here, before] = [find(shown), find(shown - 1)]
  const isRunning = shown === seasonOf(today)
  const { own } = texts
  return (
    <section class="card season-strip" aria-labelledby="season">
      <div class="card-head">
        <h2 id="season">{nameSeason(shown)}</h2>
        {before && (
          <span class="soft small">
            {isRunning ? own.comparedToDay(shown - 1, format.day(lastYear(today))) : own.compared(shown - 1)}
          </span>
        )}
      </div>
      <Comparison now={here ?? none} then={before && (isRunning ? before.toDay : before)} />
      <details>
        <summary>{own.records}</summary>
        <RecordTable allTime={value.records} season={shown} records={here?.records} />
      </details>
    </section>
  )
}

/** This one, unless nothing was flown in it nor in the last one by this day. */
function chooseSeason({ seasons }: Statistics, current: number): number {
  const isFlown = seasons.some(
    ({ season, toDay }) => season === current || (season === current - 1 && toDay.flights > 0),
  )
  return isFlown ? current : (seasons[0]?.season ?? current)
}

/** It begins on 1 October. */
function seasonOf(day: string): number {
  return Number(day.slice(0, 4)) + (day.slice(5, 7) >= '10' ? 1 : 0)
}

function lastYear(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
}

function Comparison({ now, then }: { now: Totals; then: Totals | undefined }) {
  const hours = (seconds: number) => `${format.number(seconds / 3600)} h`
  const km = (value: number) => format.quantity('distance', value)
  const rows: [string, (value: number) => string, number, number | undefined][] = [
    [texts.own.flights, (value) => format.number(value), now.flights, then?.flights],
    [texts.own.airtime, hours, now.seconds, then?.seconds],
    [texts.own.distance, km, now.kilometres, then?.kilometres],
  ]
  return (
    <dl class="comparison">
      {rows.map(([name, write, value, last]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {write(value)}{' '}
            {last !== undefined && write(value) !== write(last) && (
              <span class={value < last ? 'loss' : 'gain'}>
                {value < last ? '−' : '+'}
                {write(Math.abs(value - last))}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type RecordName = keyof Records

const write: Record<RecordName, (value: number) => string> = {
  distance: (value) => format.quantity('distance', value),
  score: (value) => `${format.points(value)} ${texts.own.points}`,
  duration: (value) =>
    `${Math.floor(value / 3600)} h ${String(Math.round((value % 3600) / 60)).padStart(2, '0')}`,
  altitude: (value) => format.quantity('altitude', value),
  climb: (value) => format.quantity('climb', value),
}

function RecordTable({
  allTime,
  season,
  records,
}: {
  allTime: Records
  season: number
  records: Records | undefined
}) {
  return (
    <table class="record-table">
      <thead>
        <tr>
          <td />
          <th scope="col">{texts.own.allTime}</th>
          <th scope="col">{texts.logbook.seasonOf(String(season))}</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(write) as RecordName[]).map((name) => (
          <tr key={name}>
            <th scope="row">{texts.own.record[name]}</th>
            <RecordCell name={name} record={allTime[name]} />
            <RecordCell name={name} record={records?.[name] ?? null} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RecordCell({ name, record }: { name: RecordName; record: Records[RecordName] }) {
  if (!record) return <td class="soft">{texts.own.noRecord}</td>
  return (
    <td>
      <a href={`/app/flights/${record.flightId}`}>{write[name](record.value)}</a>
      <div class="soft small">{format.day(record.date)}</div>
    </td>
  )
}
