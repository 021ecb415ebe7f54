import type { FormatWords } from '../formats.ts'
import { plural } from '../plural.ts'

const shortMonths = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic']
const minutes = (count: number) => `${count} ${plural(count, 'minuto', 'minutos')}`
const hours = (count: number) => `${count} ${plural(count, 'hora', 'horas')}`
const days = (count: number) => `${count} ${plural(count, 'día', 'días')}`

export const formats: FormatWords = {
  colon: ': ',
  decimal: ',',
  group: '.',
  groupFrom: 5,
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  ),
  shortMonths,
  monthLabels: shortMonths,
  weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
  am: 'a.\u{A0}m.',
  pm: 'p.\u{A0}m.',
  day: (day, month, year) => `${day} ${month} ${year}`,
  longDay: (weekday, day, month, year) => `${weekday}, ${day} de ${month} de ${year}`,
  justNow: 'ahora mismo',
  inAMoment: 'en un momento',
  yesterday: 'ayer',
  tomorrow: 'mañana',
  ago: {
    minute: (count) => `hace ${minutes(count)}`,
    hour: (count) => `hace ${hours(count)}`,
    day: (count) => `hace ${days(count)}`,
  },
  ahead: {
    minute: (count) => `dentro de ${minutes(count)}`,
    hour: (count) => `dentro de ${hours(count)}`,
    day: (count) => `dentro de ${days(count)}`,
  },
}
