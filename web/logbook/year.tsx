// The year in charts: distance by month, and the days flown.
import { texts } from '../language/texts.ts'
import type { FlightStatistics } from '#dashboard/flights.ts'
import { Bars } from '../parts/bars.tsx'
import { formatMonthOfYear } from '../parts/format.ts'
import { Skeleton } from '../parts/notices.tsx'
import { findLastDay, lastDayOfMonth, listMonths } from './chart-year.ts'
import { HeatLegend, monthBars, YearHeat } from './charts.tsx'

/** Days, both included. */
export type ChoosePeriod = (period: { from: string; to: string }) => void

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
