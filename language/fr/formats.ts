import type { FormatWords } from '../formats.ts'
import { frenchPlural as plural } from '../plural.ts'

const shortMonths = [
  'janv.',
  'févr.',
  'mars',
  'avr.',
  'mai',
  'juin',
  'juil.',
  'août',
  'sept.',
  'oct.',
  'nov.',
  'déc.',
]
const minutes = (count: number) => `${count} ${plural(count, 'minute', 'minutes')}`
const hours = (count: number) => `${count} ${plural(count, 'heure', 'heures')}`
const days = (count: number) => `${count} ${plural(count, 'jour', 'jours')}`

export const formats: FormatWords = {
  colon: '\u{A0}: ',
  decimal: ',',
  group: '\u{202F}',
  groupFrom: 4,
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  shortMonths,
  monthLabels: shortMonths,
  weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
  am: 'AM',
  pm: 'PM',
  day: (day, month, year) => `${day} ${month} ${year}`,
  longDay: (weekday, day, month, year) => `${weekday} ${day} ${month} ${year}`,
  justNow: 'à l’instant',
  inAMoment: 'dans un instant',
  yesterday: 'hier',
  tomorrow: 'demain',
  ago: {
    minute: (count) => `il y a ${minutes(count)}`,
    hour: (count) => `il y a ${hours(count)}`,
    day: (count) => `il y a ${days(count)}`,
  },
  ahead: {
    minute: (count) => `dans ${minutes(count)}`,
    hour: (count) => `dans ${hours(count)}`,
    day: (count) => `dans ${days(count)}`,
  },
}
