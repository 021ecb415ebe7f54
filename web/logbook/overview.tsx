// Totals and charts at the top of the logbook.
import type { FlightStatistics } from '#dashboard/flights.ts'
import { Bars } from '../parts/bars.tsx'
import { formatBytes, formatMonthOfYear, formatPoints, formatWhole } from '../parts/format.ts'
import { Skeleton } from '../parts/notices.tsx'
import { findLastDay, listMonths } from './chart-year.ts'
import { HeatLegend, monthBars, YearHeat } from './charts.tsx'

const ALMOST_FULL = 0.9

/** Without statistics, a placeholder of the same height. */
export function Overview({
  statistics,
  season,
}: {
  statistics: FlightStatistics | undefined
  season: string
}) {
  return (
    <>
      <dl class="totals" aria-busy={!statistics}>
        <Total name="Flights" value={statistics && formatWhole(statistics.flights)} />
        <Total name="Airtime" value={statistics && formatWhole(statistics.seconds / 3600)} unit="h" />
        <Total name="Scored distance" value={statistics && formatWhole(statistics.kilometres)} unit="km" />
        <Total
          name="Best flight"
          value={statistics && formatPoints(statistics.bestScore)}
          unit="points"
          href={statistics?.bestFlightId ? `/app/flights/${statistics.bestFlightId}` : undefined}
        />
      </dl>
      {statistics?.storage && <Storage {...statistics.storage} />}
      <Charts statistics={statistics} season={season} />
    </>
  )
}

function Storage({ usedBytes, quotaBytes }: NonNullable<FlightStatistics['storage']>) {
  return (
    <p class="soft small">
      Your files take {formatBytes(usedBytes)} of {formatBytes(quotaBytes)}.
      {usedBytes >= quotaBytes * ALMOST_FULL && ' Deleting flights makes room for new ones.'}
    </p>
  )
}

function Charts({ statistics, season }: { statistics: FlightStatistics | undefined; season: string }) {
  const today = new Date().toISOString().slice(0, 10)
  const lastDay = findLastDay(statistics?.days ?? [], season, today)
  const lastMonth = lastDay.slice(0, 7)
  const year = `${formatMonthOfYear(listMonths(lastMonth)[0] as string)} – ${formatMonthOfYear(lastMonth)}`
  return (
    <div class="charts">
      <section class="card">
        <div class="card-head">
          <h2>Kilometres per month</h2>
          {statistics && <span class="soft small">{year}</span>}
        </div>
        {statistics ? (
          <Bars
            bars={monthBars(statistics.months, lastMonth)}
            label={`Scored kilometres per month, ${year}`}
          />
        ) : (
          <Skeleton height="bars" />
        )}
      </section>
      <section class="card">
        <div class="card-head">
          <h2>Flying days</h2>
          <HeatLegend />
        </div>
        <div class="heat" tabIndex={0} role="group" aria-label="Flying days">
          {statistics ? <YearHeat days={statistics.days} lastDay={lastDay} /> : <Skeleton height="year" />}
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
  unit?: string
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
