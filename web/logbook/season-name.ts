// A season as pilots read it: by the year in which it ends, with its months.
import { texts } from '../language/texts.ts'
import { formatMonthOfYear } from '../parts/format.ts'

export function nameSeason(season: number): string {
  const months = `${formatMonthOfYear(`${season - 1}-10`)} – ${formatMonthOfYear(`${season}-09`)}`
  return `${texts.logbook.seasonOf(String(season))} (${months})`
}
