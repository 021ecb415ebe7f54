// Totals and charts at the top of the logbook.
import { format, texts } from '../language/texts.ts'
import type { FlightStatistics } from '#dashboard/flights.ts'
import { Bars } from '../parts/bars.tsx'
import { formatBytes, formatMonthOfYear, formatPoints, formatWhole } from '../parts/format.ts'
import { Skeleton } from '../parts/notices.tsx'
import { findLastDay, lastDayOfMonth, listMonths } from './chart-year.ts'
import { HeatLegend, monthBars, YearHeat } from './charts.tsx'

/** Days, both included. */
export type ChoosePeriod = (period: { from: string; to: string }) => void

const ALMOST_FULL = 0.9

/** Without statistics, a placeholder of the same height. */
export function Totals({ statistics }: { statistics: FlightStatistics | undefined }) {
  return (
    <dl class="totals" aria-busy={!statistics}>
      <Total
        name={texts.logbook.flights}
        value={statistics && formatWhole(statistics.flights)}
        unit={statistics && nameOthers(statistics)}
      />
      <Total
        name={texts.logbook.airtime}
        value={statistics && formatWhole(statistics.seconds / 3600)}
        unit="h"
      />
      <Total
        name={texts.logbook.scoredDistance}
        value={statistics && formatWhole(format.convert('distance', statistics.kilometres))}
        unit={format.unit('distance')}
      />
      <Total
        name={texts.logbook.bestFlight}
        value={statistics && formatPoints(statistics.bestScore)}
        unit={texts.logbook.points}
        href={statistics?.bestFlightId ? `/app/flights/${statistics.bestFlightId}` : undefined}
      />
    </dl>
  )
}

/** How many flights there are, where some do not count. */
function nameOthers({ flights, uncountedFlights }: FlightStatistics): string | undefined {
  return uncountedFlights > 0 ? texts.logbook.countedOf(formatWhole(flights + uncountedFlights)) : undefined
}

export function Storage({ usedBytes, quotaBytes }: NonNullable<FlightStatistics['storage']>) {
  return (
    <p class="soft small">
      {texts.logbook.storage(formatBytes(usedBytes), formatBytes(quotaBytes))}
      {usedBytes >= quotaBytes * ALMOST_FULL && ` ${texts.logbook.makeRoom}`}
    </p>
  )
}

export function Charts({
  statistics,
  season,
  choosePeriod,
}: {
  statistics: FlightStatistics | undefined
  season: string
  choosePeriod: ChoosePeriod
}) {
  const today = new Date().toISOString().slice(0, 10)
  const lastDay = findLastDay(statistics?.days ?? [], season, today)
  const lastMonth = lastDay.slice(0, 7)
  const chooseMonth = (index: number) => {
    const month = listMonths(lastMonth)[index] as string
    choosePeriod({ from: `${month}-01`, to: lastDayOfMonth(`${month}-01`) })
  }
  const year = `${formatMonthOfYear(listMonths(lastMonth)[0] as string)} – ${formatMonthOfYear(lastMonth)}`
  return (
    <div class="charts">
      <section class="card">
        <div class="card-head">
          <h2>{texts.logbook.distancePerMonth}</h2>
          {statistics && <span class="soft small">{year}</span>}
        </div>
        {statistics ? (
          <Bars
            bars={monthBars(statistics.months, lastMonth)}
            label={texts.logbook.distancePerMonthOf(year)}
            choose={chooseMonth}
          />
        ) : (
          <Skeleton height="bars" />
        )}
      </section>
      <section class="card">
        <div class="card-head">
          <h2>{texts.logbook.flyingDays}</h2>
          <HeatLegend />
        </div>
        <div class="heat" tabIndex={0} role="group" aria-label={texts.logbook.flyingDays}>
          {statistics ? (
            <YearHeat
              days={statistics.days}
              lastDay={lastDay}
              choose={(day) => choosePeriod({ from: day, to: day })}
            />
          ) : (
            <Skeleton height="year" />
          )}
        </div>
      </section>
    </div>
  )
}

function Total({
  name,
  value,
  unit,
  href,
}: {
  name: string
  value: string | undefined
  unit?: string | undefined
  href?: string | undefined
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {href ? <a href={href}>{value}</a> : (value ?? '–')}
        {unit && value && <small>{unit}</small>}
      </dd>
    </div>
  )
}
