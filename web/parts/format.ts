// Numbers, dates and durations as the reader writes them.
import { formatDuration } from '#language/formats.ts'
import { findCountry, sayPlace } from '#language/places.ts'
import type { Flight } from '#contract/flight.ts'
import { format, preferences, texts } from '../language/texts.ts'

export { formatDuration }

export const formatWhole = (value: number) => format.number(value)
export const formatDistance = (kilometres: number) => format.quantity('distance', kilometres)
export const formatAltitude = (metres: number) => format.quantity('altitude', metres)
export const formatClimb = (metresPerSecond: number) => format.quantity('climb', metresPerSecond)
export const formatSpeed = (kilometresPerHour: number) => format.quantity('speed', kilometresPerHour)
/** A change of altitude, with its sign. */
export const formatHeight = (metres: number) =>
  `${format.signed(format.convert('altitude', metres), 0)}\u{A0}${format.unit('altitude')}`
export const formatPoints = (value: number) => format.points(value)
export const formatOneDigit = (value: number) => format.number(value, 1)

export const formatDay = (date: string) => format.day(date)
export const formatLongDay = (date: string) => format.longDay(date)
export const formatMonth = (month: string) => format.month(month)
export const formatMonthOfYear = (month: string) => format.monthOfYear(month)
export const formatDate = (milliseconds: number) => format.date(milliseconds)
export const formatMoment = (milliseconds: number) => format.moment(milliseconds)
export const formatAgo = (milliseconds: number, now?: number) => format.ago(milliseconds, now)
export const formatBytes = (bytes: number) => format.bytes(bytes)

/** Local time where the flight took place: 14:05, or 14:05:09. */
export const formatClock = (secondsOfEpoch: number, utcOffsetSeconds: number, withSeconds?: boolean) =>
  format.localTime(secondsOfEpoch, utcOffsetSeconds, withSeconds)

export const nameTakeoff = ({ flightInfo }: Flight) =>
  namePlace(flightInfo.takeoff.name) || texts.flight.unknownTakeoff

export const namePlace = (name: string) => sayPlace(texts.places, format, name)

/** Its title, or where it began. */
export const nameFlight = (flight: Flight) => flight.flightInfo.metadata.title ?? nameTakeoff(flight)

export const nameCountry = ({ flightInfo }: Flight, before = '') =>
  nameRegion(flightInfo.takeoff.country, before)

/** ZZ stands for no country. */
export function nameRegion(country: string, before = ''): string {
  if (!/^[A-Z]{2}$/.test(country) || country === 'ZZ') return ''
  return `${before}${findCountry(texts.countries, country) ?? nameRareCountry(country)}`
}

/** Loading Intl takes a phone as long as drawing the page. */
function nameRareCountry(country: string): string {
  countries ??= new Intl.DisplayNames(preferences.language, { type: 'region' })
  return countries.of(country) ?? country
}

let countries: Intl.DisplayNames | undefined
