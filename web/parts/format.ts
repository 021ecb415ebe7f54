// How numbers, times and durations are written, in the reader's own language.

const number = (digits: number) =>
  new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits })
const whole = number(0)
const oneDigit = number(1)
const twoDigits = number(2)

export const formatWhole = (value: number) => whole.format(value)
export const formatKm = (value: number) => (value >= 1000 ? whole : oneDigit).format(value)
export const formatPoints = (value: number) => twoDigits.format(value)
export const formatOneDigit = (value: number) => oneDigit.format(value)

/** 3 h 07, or 45 min. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
}

const day = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const longDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortMonth = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' })

/** Of a calendar date such as 2026-05-17, which has no time zone. */
export const formatDay = (date: string) => day.format(new Date(`${date}T00:00:00Z`))
export const formatLongDay = (date: string) => longDay.format(new Date(`${date}T00:00:00Z`))
export const formatMonth = (month: string) => shortMonth.format(new Date(`${month}-01T00:00:00Z`))

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

export const formatMoment = (milliseconds: number) => moment.format(milliseconds)
export const formatDate = (milliseconds: number) => date.format(milliseconds)

/** 5 minutes ago, tomorrow; a date when it is further away than a month. */
export function formatAgo(milliseconds: number, now = Date.now()): string {
  const seconds = (milliseconds - now) / 1000
  const size = Math.abs(seconds)
  if (size < 60) return relative.format(Math.round(seconds), 'second')
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute')
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour')
  if (size < 31 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day')
  return formatDate(milliseconds)
}

/** Clock time at the place of the flight. */
export function formatClock(
  secondsOfEpoch: number,
  timeZone: string | undefined,
  withSeconds = false,
): string {
  const options: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timeZone ?? 'UTC',
  }
  if (withSeconds) options.second = '2-digit'
  return clockFor(options).format(secondsOfEpoch * 1000)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockFor(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = clocks.get(key) ?? new Intl.DateTimeFormat(undefined, options)
  clocks.set(key, known)
  return known
}

export function formatCountry(code: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} kB`
  return `${oneDigit.format(bytes / 1_048_576)} MB`
}
