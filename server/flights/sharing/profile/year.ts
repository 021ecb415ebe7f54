// The days of a year on which a pilot flew: the more hours, the darker.
import type { Preferences } from '#language/preferences.ts'
import { formatsFor, textsIn } from '#language/server.ts'
import { html } from '#server/platform/http/html.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import { formatAirtime } from '../words.ts'
import type { FlownYear } from './totals.ts'

const CELL = 14
const TOP = 20
/** Hours from which on a day is of the next shade. */
const SHADES = [0, 1, 3, 5]

export function writeYear({ year, days }: FlownYear, reader: Preferences) {
  const { profile: texts } = textsIn(reader.language)
  const title = texts.year(String(year), days.size)
  const first = Date.UTC(year, 0, 1)
  /** A column for each week, which begins on Monday. */
  const before = (new Date(first).getUTCDay() + 6) % 7
  const place = (day: string) => {
    const index = before + Math.round((Date.parse(day) - first) / DAY_MS)
    return { x: Math.floor(index / 7) * CELL, y: TOP + (index % 7) * CELL }
  }
  const last = place(toDay(Date.UTC(year, 11, 31)))
  const width = last.x + CELL
  const months = new Intl.DateTimeFormat(reader.language, { month: 'short', timeZone: 'UTC' })
  const formats = formatsFor(reader)
  return html`<h2>${title}</h2>
    <div class="table-frame" tabindex="0" role="region" aria-label=${title}>
      <svg class="year" viewBox=${`0 0 ${width} ${TOP + 7 * CELL}`} aria-hidden="true">
        <pattern id="day" width=${CELL} height=${CELL} patternUnits="userSpaceOnUse" y=${TOP}>
          <rect width=${CELL - 3} height=${CELL - 3} rx="2" />
        </pattern>
        <rect y=${TOP} width=${width} height=${7 * CELL} fill="url(#day)" />
        ${Array.from({ length: 12 }, (_, month) => {
          const day = toDay(Date.UTC(year, month, 1))
          return html`<text x=${place(day).x} y="12">${months.format(Date.parse(day))}</text>`
        })}
        ${[...days].map(([day, seconds]) => {
          const shade = SHADES.findLastIndex((hours) => seconds >= hours * 3600) + 1
          const { x, y } = place(day)
          return html`<rect
            class=${`flown shade-${shade}`}
            x=${x}
            y=${y}
            width=${CELL - 3}
            height=${CELL - 3}
            rx="2"
            ><title>${formats.day(day)}: ${formatAirtime(seconds)}</title></rect
          >`
        })}
      </svg>
    </div>`
}
