// Days of the calendar, as texts: 2026-10-01.

const DAY_MS = 86_400_000

const toMs = (day: string) => Date.parse(`${day}T00:00:00.000Z`)

/** A day that the calendar has: no 30 February. */
export function isDay(day: string): boolean {
  const ms = toMs(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}

export function addDays(day: string, days: number): string {
  return remember(`${day} ${days}`, () => new Date(toMs(day) + days * DAY_MS).toISOString().slice(0, 10))
}

/** The last days asked for: every ranking of a season asks for those of the same flights. */
const known = new Map<string, string>()
const MAX_KNOWN = 50_000

function remember(key: string, find: () => string): string {
  let day = known.get(key)
  if (day === undefined) {
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, (day = find()))
  }
  return day
}

/** 1 for Monday. */
export function weekdayOf(day: string): number {
  return new Date(toMs(day)).getUTCDay() || 7
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment in a time zone. */
export function dayAt(moment: string, timeZone: string): string {
  return remember(`${moment} ${timeZone}`, () => writeDay(moment, timeZone))
}

function writeDay(moment: string, timeZone: string): string {
  let format = formats.get(timeZone)
  // Swedish days are written as ISO 8601 has them. A format takes longer to make than to use.
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone })))
  return format.format(new Date(moment))
}

export function isTimeZone(name: string): boolean {
  try {
    dayAt('2026-01-01T00:00:00.000Z', name)
    return true
  } catch {
    return false
  }
}
