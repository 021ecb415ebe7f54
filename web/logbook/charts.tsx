// The logbook's charts: kilometres per month as bars, and a heat map of the year.
import { format, texts } from '../language/texts.ts'
import { DAY_MS, listMonths, listMonthStarts } from './chart-year.ts'
import type { Bar } from '../parts/bars.tsx'
import { formatDay, formatDistance, formatDuration, formatMonth, formatMonthOfYear } from '../parts/format.ts'

export function monthBars(
  months: { month: string; kilometres: number; flights: number }[],
  lastMonth: string,
): Bar[] {
  const known = new Map(months.map((entry) => [entry.month, entry]))
  return listMonths(lastMonth).map((month) => {
    const { kilometres = 0, flights = 0 } = known.get(month) ?? {}
    return {
      label: formatMonth(month),
      value: format.convert('distance', kilometres),
      title: texts.logbook.monthTitle(
        formatMonthOfYear(month),
        formatDistance(kilometres),
        texts.logbook.countFlights(flights, String(flights)),
      ),
    }
  })
}

const CELL = 12
const PITCH = CELL + 2.5
/** A square with rounded corners, drawn from its top left. */
const SQUARE = 'm3 0h6a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-6a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3z'

/** One square per day and one column per week, up to the given day. */
export function YearHeat({
  days,
  lastDay,
  choose,
}: {
  days: { day: string; seconds: number; flights: number }[]
  lastDay: string
  choose: (day: string) => void
}) {
  const end = Date.parse(`${lastDay}T00:00:00Z`)
  const endOfWeek = end + ((7 - new Date(end).getUTCDay()) % 7) * DAY_MS
  const first = endOfWeek - (53 * 7 - 1) * DAY_MS
  const count = Math.round((end - first) / DAY_MS) + 1
  const placeOf = (index: number) => ({ x: Math.floor(index / 7) * PITCH, y: 16 + (index % 7) * PITCH })
  const flown = days
    .map((entry) => ({ ...entry, index: Math.round((Date.parse(entry.day) - first) / DAY_MS) }))
    .filter(({ index }) => index >= 0 && index < count)
  const isFlown = new Set(flown.map(({ index }) => index))
  // Days without a flight are one path: hundreds of separate squares are slow.
  const ground = Array.from({ length: count }, (_, index) => index)
    .filter((index) => !isFlown.has(index))
    .map((index) => `M${placeOf(index).x} ${placeOf(index).y}${SQUARE}`)
  return (
    <svg
      ref={showLatest}
      class="chart"
      viewBox={`0 0 ${53 * PITCH} ${7 * PITCH + 16}`}
      role="img"
      aria-label={texts.logbook.flyingDaysOf(flown.length, formatDay(lastDay))}
    >
      {listMonthStarts(first, count).map(({ month, index }) => (
        <text key={month} x={placeOf(index).x} y="10">
          {month.endsWith('-01') ? formatMonthOfYear(month) : formatMonth(month)}
        </text>
      ))}
      <path class="day level-0" d={ground.join('')} />
      {flown.map(({ day, seconds, index }) => (
        <rect
          key={day}
          class={`day choosable level-${levelOf(seconds)}`}
          onClick={() => choose(day)}
          {...placeOf(index)}
          width={CELL}
          height={CELL}
          rx="3"
        >
          <title>{texts.logbook.dayTitle(formatDay(day), formatDuration(seconds))}</title>
        </rect>
      ))}
    </svg>
  )
}

/** Where a year has no room, its end is what one came for. */
function showLatest(chart: SVGSVGElement | null): void {
  const { parentElement } = chart ?? {}
  if (parentElement) parentElement.scrollLeft = parentElement.scrollWidth
}

/** 1 up to one hour, 2 up to two, 3 up to four, 4 beyond. */
function levelOf(seconds: number): number {
  if (seconds <= 0) return 0
  return 1 + [3600, 7200, 14_400].filter((limit) => seconds > limit).length
}

export function HeatLegend() {
  return (
    <div class="legend" aria-hidden="true">
      <span>{texts.logbook.underHour}</span>
      <svg class="chart" width="58" height="12" viewBox="0 0 58 12">
        {[1, 2, 3, 4].map((level, index) => (
          <rect key={level} class={`day level-${level}`} x={index * 15} y="0" width="12" height="12" rx="3" />
        ))}
      </svg>
      <span>{texts.logbook.overHours}</span>
    </div>
  )
}
