import type { FormatWords } from '../formats.ts'
import { plural } from '../plural.ts'

const shortMonths = ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic']
const minutes = (count: number) => `${count} ${plural(count, 'minuto', 'minuti')}`
const hours = (count: number) => `${count} ${plural(count, 'ora', 'ore')}`
const days = (count: number) => `${count} ${plural(count, 'giorno', 'giorni')}`

export const formats: FormatWords = {
  colon: ': ',
  decimal: ',',
  group: '.',
  groupFrom: 5,
  months:
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
      ' ',
    ),
  shortMonths,
  monthLabels: shortMonths,
  weekdays: ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'],
  am: 'AM',
  pm: 'PM',
  day: (day, month, year) => `${day} ${month} ${year}`,
  longDay: (weekday, day, month, year) => `${weekday} ${day} ${month} ${year}`,
  justNow: 'proprio ora',
  inAMoment: 'tra un attimo',
  yesterday: 'ieri',
  tomorrow: 'domani',
  ago: {
    minute: (count) => `${minutes(count)} fa`,
    hour: (count) => `${hours(count)} fa`,
    day: (count) => `${days(count)} fa`,
  },
  ahead: {
    minute: (count) => `tra ${minutes(count)}`,
    hour: (count) => `tra ${hours(count)}`,
    day: (count) => `tra ${days(count)}`,
  },
}
