import type { FormatWords } from '../formats.ts'
import { plural } from '../plural.ts'

const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const minutes = (count: number) => `${count} ${plural(count, 'minute', 'minutes')}`
const hours = (count: number) => `${count} ${plural(count, 'hour', 'hours')}`
const days = (count: number) => `${count} ${plural(count, 'day', 'days')}`

export const formats: FormatWords = {
  colon: ': ',
  decimal: '.',
  group: ',',
  groupFrom: 4,
  months: 'January February March April May June July August September October November December'.split(' '),
  shortMonths,
  monthLabels: shortMonths,
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  am: 'am',
  pm: 'pm',
  day: (day, month, year) => `${day} ${month} ${year}`,
  longDay: (weekday, day, month, year) => `${weekday}, ${day} ${month} ${year}`,
  justNow: 'just now',
  inAMoment: 'in a moment',
  yesterday: 'yesterday',
  tomorrow: 'tomorrow',
  ago: {
    minute: (count) => `${minutes(count)} ago`,
    hour: (count) => `${hours(count)} ago`,
    day: (count) => `${days(count)} ago`,
  },
  ahead: {
    minute: (count) => `in ${minutes(count)}`,
    hour: (count) => `in ${hours(count)}`,
    day: (count) => `in ${days(count)}`,
  },
}
