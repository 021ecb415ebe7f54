// Flights of rankings, with what a test does not care about.
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import { seedRandom } from '#test/support/scoring/track-shapes.ts'

export const season: SeasonTerms = { from: '2026-01-01', to: '2026-12-31', timeZone: 'Europe/Berlin' }

export const simple: RankingRule = {
  audience: 'public',
  measure: { kind: 'points', league: 'xcontest', decimals: 2 },
  choice: { best: 3 },
  group: { by: 'pilot' },
}

export function makeRanked(
  id: string,
  points: number,
  facts: Partial<RankingFlight> = {},
  decimals = 2,
): RankingFlight {
  return {
    id,
    pilot: 'anna',
    address: `/f/${id}`,
    file: '0'.repeat(64),
    date: '2026-05-17',
    uploadedAt: '2026-05-17T18:00:00.000Z',
    measured: { units: Math.round(points * 10 ** decimals), decimals, rules: 'XContest 2019' },
    type: 'Free Flight',
    class: 'B',
    band: '26-59',
    sex: null,
    country: 'DE',
    takeoff: { id: 'home', latitude: 47.7, longitude: 11.8 },
    launchType: 'Self',
    signature: 'valid',
    isNewcomer: false,
    club: null,
    team: null,
    ...facts,
  }
}

/** The same choices in every run. */
export function createRandom(seed: number) {
  const next = seedRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: <Item>(items: readonly Item[]) => items[below(items.length)]! }
}
export type Random = ReturnType<typeof createRandom>
