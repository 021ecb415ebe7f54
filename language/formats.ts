// Numbers, dates and quantities as people write them. Not by Intl: its first use costs a phone two tenths of a second
// (docs/decisions/dashboard-speed.md). Each language brings what is needed, and a test compares the results with Intl.
import type { Preferences } from './preferences.ts'
import { type Quantity, type Scale, scales } from './units.ts'

type Span = 'minute' | 'hour' | 'day'

/** The words a language brings for it. */
export interface FormatWords {
  /** Between a word and what belongs to it. */
  colon: string
  decimal: string
  group: string
  /** From how many digits on the whole part is grouped: 1234 or 1,234. */
  groupFrom: 4 | 5
  months: string[]
  /** As part of a date. */
  shortMonths: string[]
  /** By themselves, as below a chart. */
  monthLabels: string[]
  /** From Sunday. */
  weekdays: string[]
  am: string
  pm: string
  day: (day: number, month: string, year: number) => string
  longDay: (weekday: string, day: number, month: string, year: number) => string
  justNow: string
  inAMoment: string
  yesterday: string
  tomorrow: string
  ago: Record<Span, (count: number) => string>
  ahead: Record<Span, (count: number) => string>
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

const twoPlaces = (value: number) => String(value).padStart(2, '0')

export class Formats {
  private readonly words: FormatWords
  private readonly scales: Record<Quantity, Scale>
  private readonly isClock12: boolean

  constructor(words: FormatWords, { units, clock }: Omit<Preferences, 'language'>) {
    this.words = words
    this.scales = scales[units]
    this.isClock12 = clock === '12h'
  }

  number(value: number, digits = 0): string {
    // Adding 0 turns -0 into 0.
    const [whole = '', fraction] = (Number(value.toFixed(digits)) + 0).toFixed(digits).split('.')
    const isGrouped = whole.replace('-', '').length >= this.words.groupFrom
    const groups = isGrouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, this.words.group) : whole
    return fraction === undefined ? groups : groups + this.words.decimal + fraction
  }

  /** `Not counted: a copy`. */
  with(word: string, detail: string): string {
    return `${word}${this.words.colon}${detail}`
  }

  points(value: number): string {
    return this.number(value, 2)
  }

  /** With its sign, unless nothing is left of it: what sinks by 2 cm a second does not climb, so it is 0.0 and not +0.0. */
  signed(value: number, digits = 1): string {
    const written = Number(value.toFixed(digits))
    const sign = written < 0 ? '−' : written > 0 ? '+' : ''
    return sign + this.number(Math.abs(value), digits)
  }

  /** Without its unit. The value is in what the API has: km, m, m/s, km/h. */
  figure(quantity: Quantity, value: number): string {
    const scaled = this.convert(quantity, value)
    const { digits } = this.scales[quantity]
    if (quantity === 'climb') return this.signed(scaled, digits)
    return this.number(scaled, quantity === 'distance' && scaled >= 1000 ? 0 : digits)
  }

  unit(quantity: Quantity): string {
    return this.scales[quantity].unit
  }

  /** For charts, which have their own scales. */
  convert(quantity: Quantity, value: number): number {
    return value * this.scales[quantity].factor
  }

  /** With its unit, on one line: 38.2 km. */
  quantity(quantity: Quantity, value: number): string {
    return `${this.figure(quantity, value)}\u{A0}${this.unit(quantity)}`
  }

  /** A calendar date without a time zone: 2026-05-17 is 17 May 2026. */
  day(date: string): string {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
    return this.words.day(day, this.words.shortMonths[month - 1] ?? '', year)
  }

  /** Sunday, 17 May 2026. */
  /** 1 is Monday, 7 is Sunday. */
  weekday(number: number): string {
    return this.words.weekdays[number % 7] ?? ''
  }

  longDay(date: string): string {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
    const weekday = this.words.weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
    return this.words.longDay(weekday, day, this.words.months[month - 1] ?? '', year)
  }

  /** 2026-05 is May. */
  month(month: string): string {
    return this.words.monthLabels[Number(month.slice(5)) - 1] ?? ''
  }

  /** 2026-05 is May 2026. */
  monthOfYear(month: string): string {
    return `${this.words.shortMonths[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`
  }

  /** In the time zone of the machine: 17 May 2026. */
  date(milliseconds: number): string {
    const then = new Date(milliseconds)
    return this.words.day(then.getDate(), this.words.shortMonths[then.getMonth()] ?? '', then.getFullYear())
  }

  /** In the time zone of the machine: 17 May 2026, 14:05. */
  moment(milliseconds: number): string {
    const then = new Date(milliseconds)
    return `${this.date(milliseconds)}, ${this.timeOfDay(then.getHours(), then.getMinutes())}`
  }

  /** Where a flight took place: 14:05, or 14:05:09. */
  localTime(secondsOfEpoch: number, utcOffsetSeconds: number, withSeconds = false): string {
    const there = new Date((secondsOfEpoch + utcOffsetSeconds) * 1000)
    const seconds = withSeconds ? there.getUTCSeconds() : undefined
    return this.timeOfDay(there.getUTCHours(), there.getUTCMinutes(), seconds)
  }

  private timeOfDay(hours: number, minutes: number, seconds?: number): string {
    const rest = `:${twoPlaces(minutes)}${seconds === undefined ? '' : `:${twoPlaces(seconds)}`}`
    if (!this.isClock12) return twoPlaces(hours) + rest
    return `${hours % 12 || 12}${rest}\u{A0}${hours < 12 ? this.words.am : this.words.pm}`
  }

  /** 5 minutes ago, tomorrow; a date beyond a month. */
  ago(milliseconds: number, now = Date.now()): string {
    const seconds = (milliseconds - now) / 1000
    const size = Math.abs(seconds)
    const isPast = seconds <= 0
    if (size >= 31 * DAY) return this.date(milliseconds)
    if (size < MINUTE) return isPast ? this.words.justNow : this.words.inAMoment
    const span: Span = size < HOUR ? 'minute' : size < DAY ? 'hour' : 'day'
    const count = Math.round(size / { minute: MINUTE, hour: HOUR, day: DAY }[span])
    if (span === 'day' && count === 1) return isPast ? this.words.yesterday : this.words.tomorrow
    return (isPast ? this.words.ago : this.words.ahead)[span](count)
  }

  bytes(size: number): string {
    if (size < 1024) return `${size} B`
    if (size < 1_048_576) return `${Math.round(size / 1024)} kB`
    if (size < 1_073_741_824) return `${this.number(size / 1_048_576, 1)} MB`
    return `${this.number(size / 1_073_741_824, 1)} GB`
  }
}

/** 3 h 07, or 45 min: the same in all our languages. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${twoPlaces(minutes % 60)}`
}
