// Formats numbers, dates and durations. Not with Intl: the pages are in English, and its first use costs a phone two
// tenths of a second.
import type { Flight } from '#sdk/types/flight.ts'

function grouped(value: number, digits: number): string {
  const [whole = '', fraction] = value.toFixed(digits).split('.')
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? groups : `${groups}.${fraction}`
}

export const formatWhole = (value: number) => grouped(value, 0)
export const formatKm = (value: number) => grouped(value, value >= 1000 ? 0 : 1)
export const formatPoints = (value: number) => grouped(value, 2)
export const formatOneDigit = (value: number) => grouped(value, 1)

/** 3 h 07, or 45 min. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const nameOfMonth = (month: number) => months[month - 1] ?? ''

/** A calendar date without a time zone: 2026-05-17 becomes 17 May 2026. */
export function formatDay(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return `${day} ${nameOfMonth(month).slice(0, 3)} ${year}`
}

/** Sunday, 17 May 2026. */
export function formatLongDay(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const weekday = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
  return `${weekday}, ${day} ${nameOfMonth(month)} ${year}`
}

/** 2026-05 becomes May. */
export const formatMonth = (month: string) => nameOfMonth(Number(month.slice(5))).slice(0, 3)
export const formatMonthOfYear = (month: string) => `${formatMonth(month)} ${month.slice(0, 4)}`

/** In the browser's time zone: 17 May 2026. */
export function formatDate(milliseconds: number): string {
  const date = new Date(milliseconds)
  return `${date.getDate()} ${nameOfMonth(date.getMonth() + 1).slice(0, 3)} ${date.getFullYear()}`
}

/** 17 May 2026, 14:05. */
export function formatMoment(milliseconds: number): string {
  const date = new Date(milliseconds)
  return `${formatDate(milliseconds)}, ${twoPlaces(date.getHours())}:${twoPlaces(date.getMinutes())}`
}

const twoPlaces = (value: number) => String(value).padStart(2, '0')

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** 5 minutes ago, tomorrow; a date beyond a month. */
export function formatAgo(milliseconds: number, now = Date.now()): string {
  const seconds = (milliseconds - now) / 1000
  const size = Math.abs(seconds)
  if (size >= 31 * DAY) return formatDate(milliseconds)
  if (size < MINUTE) return seconds > 0 ? 'in a moment' : 'just now'
  const [unit, name] = size < HOUR ? [MINUTE, 'minute'] : size < DAY ? [HOUR, 'hour'] : [DAY, 'day']
  const count = Math.round(size / unit)
  if (name === 'day' && count === 1) return seconds > 0 ? 'tomorrow' : 'yesterday'
  const span = `${count} ${name}${count === 1 ? '' : 's'}`
  return seconds > 0 ? `in ${span}` : `${span} ago`
}

/** Local time where the flight took place: 14:05, or 14:05:09. */
export function formatClock(secondsOfEpoch: number, utcOffsetSeconds: number, withSeconds = false): string {
  const clock = new Date((secondsOfEpoch + utcOffsetSeconds) * 1000).toISOString()
  return clock.slice(11, withSeconds ? 19 : 16)
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} kB`
  if (bytes < 1_073_741_824) return `${formatOneDigit(bytes / 1_048_576)} MB`
  return `${formatOneDigit(bytes / 1_073_741_824)} GB`
}

/** One digit, always with its sign. */
export function formatSigned(value: number): string {
  const text = formatOneDigit(Math.abs(value))
  return value < -0.05 ? `−${text}` : `+${text}`
}

export const nameTakeoff = ({ flightInfo }: Flight) => flightInfo.takeoff.name || 'Unknown take-off'

/** Its title, or where it began. */
export const nameFlight = (flight: Flight) => flight.flightInfo.metadata.title ?? nameTakeoff(flight)
