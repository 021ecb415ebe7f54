// Small charts that need no library: bars a month or a day, and the heat of a year.
import { formatDay, formatDuration, formatKm, formatMonth, formatWhole } from './format.ts'

export interface Bar {
  label: string
  value: number
  /** A part of the value, drawn over it. */
  second?: number
  title: string
}

const WIDTH = 420
const HEIGHT = 150
const BASE = HEIGHT - 18

export function Bars({ bars, label }: { bars: Bar[]; label: string }) {
  const most = Math.max(...bars.map((bar) => bar.value), 1)
  const step = WIDTH / Math.max(bars.length, 1)
  const width = Math.min(step * 0.64, 26)
  const every = Math.ceil(bars.length / 12)
  const heightOf = (value: number) => (value / most) * (BASE - 18)
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {bars.map((bar, index) => {
        const x = index * step + (step - width) / 2
        const height = heightOf(bar.value)
        return (
          <g key={bar.label + index}>
            <title>{bar.title}</title>
            <rect class="rest" x={x} y={BASE - 2} width={width} height="2" rx="1" />
            {bar.value > 0 && (
              <rect class="bar" x={x} y={BASE - height} width={width} height={height} rx="3" />
            )}
            {bar.second !== undefined && bar.second > 0 && (
              <rect
                class="bar second"
                x={x}
                y={BASE - heightOf(bar.second)}
                width={width}
                height={heightOf(bar.second)}
                rx="3"
              />
            )}
            {bar.value === most && bar.value > 0 && (
              <text x={x + width / 2} y={BASE - height - 5} text-anchor="middle">
                {formatWhole(bar.value)}
              </text>
            )}
            {index % every === 0 && (
              <text x={x + width / 2} y={HEIGHT - 3} text-anchor="middle">
                {bar.label}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** The twelve months up to the given one, or of the given season. */
export function monthBars(
  months: { month: string; kilometres: number; flights: number }[],
  lastMonth: string,
): Bar[] {
  const known = new Map(months.map((entry) => [entry.month, entry]))
  return listMonths(lastMonth, 12).map((month) => {
    const entry = known.get(month)
    return {
      label: formatMonth(month),
      value: entry?.kilometres ?? 0,
      title: `${formatMonth(month)} ${month.slice(0, 4)}: ${formatKm(entry?.kilometres ?? 0)} km in ${entry?.flights ?? 0} flights`,
    }
  })
}

function listMonths(last: string, count: number): string[] {
  const [year, month] = last.split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - (count - 1 - index), 1)).toISOString().slice(0, 7),
  )
}

const CELL = 12
const GAP = 2.5
const DAY_MS = 86_400_000

/** One square a day, a column a week, up to the given day. */
export function YearHeat({
  days,
  lastDay,
}: {
  days: { day: string; seconds: number; flights: number }[]
  lastDay: string
}) {
  const known = new Map(days.map((entry) => [entry.day, entry]))
  const end = Date.parse(`${lastDay}T00:00:00Z`)
  const endOfWeek = end + ((7 - new Date(end).getUTCDay()) % 7) * DAY_MS
  const first = endOfWeek - (53 * 7 - 1) * DAY_MS
  const cells = Array.from({ length: 53 * 7 }, (_, index) => first + index * DAY_MS).filter(
    (time) => time <= end,
  )
  const pitch = CELL + GAP
  const flown = days.filter((entry) => Date.parse(entry.day) >= first && Date.parse(entry.day) <= end).length
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${53 * pitch} ${7 * pitch + 16}`}
      role="img"
      aria-label={`Days in the air: ${flown} in the year up to ${formatDay(lastDay)}`}
    >
      {cells.map((time, index) => {
        const day = new Date(time).toISOString().slice(0, 10)
        const entry = known.get(day)
        const column = Math.floor(index / 7)
        return (
          <g key={day}>
            {day.endsWith('-01') && (
              <text x={column * pitch} y="10">
                {formatMonth(day.slice(0, 7))}
              </text>
            )}
            <rect
              class={`day level-${levelOf(entry?.seconds ?? 0)}`}
              x={column * pitch}
              y={16 + (index % 7) * pitch}
              width={CELL}
              height={CELL}
              rx="3"
            >
              {entry && <title>{`${formatDay(day)}: ${formatDuration(entry.seconds)} in the air`}</title>}
            </rect>
          </g>
        )
      })}
    </svg>
  )
}

/** Up to one hour, two, four, more. */
function levelOf(seconds: number): number {
  if (seconds <= 0) return 0
  return 1 + [3600, 7200, 14_400].filter((limit) => seconds > limit).length
}

export function HeatLegend() {
  return (
    <div class="legend" aria-hidden="true">
      <span>under 1 h</span>
      <svg class="chart" width="58" height="12" viewBox="0 0 58 12">
        {[1, 2, 3, 4].map((level, index) => (
          <rect key={level} class={`day level-${level}`} x={index * 15} y="0" width="12" height="12" rx="3" />
        ))}
      </svg>
      <span>over 4 h</span>
    </div>
  )
}
