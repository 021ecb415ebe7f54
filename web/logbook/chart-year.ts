// Chooses the twelve months that the logbook's charts show. Dates are ISO 8601 and compare as text.

export const DAY_MS = 86_400_000

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

export function lastDayOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** A month is named above its first whole week: the one before has days of the last month. */
export function listMonthStarts(first: number, count: number): { month: string; index: number }[] {
  const starts = []
  for (let index = 0; index < count; index += 7) {
    const day = new Date(first + index * DAY_MS)
    if (day.getUTCDate() <= 7) starts.push({ month: day.toISOString().slice(0, 7), index })
  }
  return starts
}
