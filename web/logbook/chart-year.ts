// Which twelve months the logbook's charts show. Dates are ISO 8601 and compare as text.

/** The last day of the season; without a season, of the twelve months that end with the newest flight's month. */
export function findLastDay(days: { day: string }[], season: string, today: string): string {
  // A season ends on 30 September of the year it is named after.
  if (season) return `${season}-09-30`
  const newest = days.reduce((latest, { day }) => (day > latest ? day : latest), '') || today
  const endOfMonth = lastDayOfMonth(newest)
  // The rest of this month is in the future; so may a flight from a recorder with a wrong clock.
  const present = newest > today ? newest : today
  return endOfMonth > present ? present : endOfMonth
}

/** The twelve months up to the given one, each as 2026-05. */
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
