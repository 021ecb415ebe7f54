import type { FormatWords } from '../formats.ts'
import { plural } from '../plural.ts'

const minutes = (count: number) => `${count} ${plural(count, 'Minute', 'Minuten')}`
const hours = (count: number) => `${count} ${plural(count, 'Stunde', 'Stunden')}`

export const formats: FormatWords = {
  colon: ': ',
  decimal: ',',
  group: '.',
  groupFrom: 4,
  months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  shortMonths: [
    'Jan.',
    'Feb.',
    'März',
    'Apr.',
    'Mai',
    'Juni',
    'Juli',
    'Aug.',
    'Sept.',
    'Okt.',
    'Nov.',
    'Dez.',
  ],
  monthLabels: ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'],
  weekdays: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  am: 'AM',
  pm: 'PM',
  day: (day, month, year) => `${day}. ${month} ${year}`,
  longDay: (weekday, day, month, year) => `${weekday}, ${day}. ${month} ${year}`,
  justNow: 'gerade eben',
  inAMoment: 'gleich',
  yesterday: 'gestern',
  tomorrow: 'morgen',
  ago: {
    minute: (count) => `vor ${minutes(count)}`,
    hour: (count) => `vor ${hours(count)}`,
    day: (count) => `vor ${count} ${plural(count, 'Tag', 'Tagen')}`,
  },
  ahead: {
    minute: (count) => `in ${minutes(count)}`,
    hour: (count) => `in ${hours(count)}`,
    day: (count) => `in ${count} ${plural(count, 'Tag', 'Tagen')}`,
  },
}
