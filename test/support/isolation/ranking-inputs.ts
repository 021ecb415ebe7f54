// The requests for operations of rankings.
import { terms } from '../rankings/league.ts'
import { simple } from '../rankings/entries.ts'
import type { Asked, Input } from './asked.ts'

const ranking = { name: 'Overall', rule: simple }

export const rankingInputs: Record<string, Input> = {
  'GET /seasons': ({ own, strange }) => [
    {},
    { query: `club=${own.clubs[0]}` },
    { query: `club=${strange.clubs[0]}` },
  ],
  'POST /seasons': ({ own, strange }) =>
    [own, strange].map(({ clubs }) => ({ json: { club: clubs[0], name: 'Season', terms } })),
  'PUT /seasons/:id/entry': () => [{ json: { takes: 'all', shownAs: 'full' } }],
  'POST /seasons/:id/close': () => [{}],
  'POST /seasons/:id/rankings': () => [{ json: ranking }],
  'PUT /rankings/:id': () => [{ json: ranking }],
  'GET /rankings/:id': ({ strange }) => [
    {},
    { query: 'format=csv' },
    { query: 'at=2026-06-30' },
    { query: `club=${strange.clubs[0]}` },
  ],
  'GET /rankings/:id/embed': () => [{}, { query: 'lang=de&rows=3' }],
  'GET /rankings/:id/proof': () => [{}, { query: 'number=1' }],
  'GET /seasons/:id/reviews': () => [{}, { query: 'state=rejected' }],
  'POST /entries/:id/answers': () => [{ json: { text: 'An answer.' } }],
  'POST /entries/:id/decisions': () => [{ json: { state: 'rejected', reason: 'Because.' } }],
}

const eachRanking = ({ own, strange }: Asked) =>
  [own, strange].map(({ rankings }) => ({ ranking: rankings[0] }))

export const rankingToolArguments: Record<string, (asked: Asked) => object[]> = {
  list_rankings: ({ own, strange }) => [{}, { club: own.clubs[0] }, { club: strange.clubs[0] }],
  get_ranking: eachRanking,
  get_my_season: eachRanking,
}
