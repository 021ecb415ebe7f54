// Which twelve months the logbook's charts show. Dates are written 2026-05-17 and compare as text.

/** The last day of a season's year; without a season, of the year that ends with the month of the newest flight. */
export function findLastDay(days: { day: string }[], season: string, today: string): string {
  // A season ends on 30 September of the year it is named after.
  if (season) return `${season}-09-30`
  const newest = days.reduce((latest, { day }) => (day > latest ? day : latest), '') || today
  const endOfMonth = lastDayOfMonth(newest)
  // The rest of this month has not come yet; a recorder with a wrong clock may still be ahead of it.
  const present = newest > today ? newest : today
  return endOfMonth > present ? present : endOfMonth
}

/** The twelve months up to the given one, each written 2026-05. */
export function listMonths(last: string): string[] {
  const [year, month] = last.split('-').map(Number) as [number, number]
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 12 + index, 1)).toISOString().slice(0, 7),
  )
}

function lastDayOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
