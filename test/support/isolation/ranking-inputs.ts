// The requests for operations of rankings.
import { terms } from '../rankings/league.ts'
import { simple } from '../rankings/entries.ts'
import type { Asked, Input } from './asked.ts'

const ranking = { name: 'Overall', rule: simple }
const askForFlights = ({ own, strange }: Asked) => [{ query: `ids=${own.flights[0]},${strange.flights[0]}` }]

export const rankingInputs: Record<string, Input> = {
  'GET /seasons': ({ own, strange }) => [
    {},
    { query: `clubId=${own.clubs[0]}` },
    { query: `clubId=${strange.clubs[0]}` },
  ],
  'POST /seasons': ({ own, strange }) =>
    [own, strange].map(({ clubs }) => ({ json: { clubId: clubs[0], name: 'Season', terms } })),
  'PUT /seasons/:id/entry': () => [{ json: { displayName: 'full' } }],
  'POST /seasons/:id/close': () => [{}],
  'POST /seasons/:id/rankings': () => [{ json: ranking }],
  'POST /seasons/:id/preview': () => [{ json: { rule: simple } }],
  'PATCH /seasons/:id': () => [{ json: { name: 'Renamed' } }],
  'POST /seasons/:id/reopen': () => [{}],
  'PATCH /rankings/:id': () => [{ json: { rule: simple } }],
  'GET /rankings/:id/rows': ({ strange }) => [
    {},
    { query: 'format=csv' },
    { query: `clubId=${strange.clubs[0]}` },
  ],
  'GET /public-flights': askForFlights,
  'GET /visit/public-flights': askForFlights,
  'GET /rankings/:id/embed': () => [{}, { query: 'lang=de&rows=3' }],
  'GET /seasons/:id/reviews': () => [{}, { query: 'state=rejected' }],
  'POST /seasons/:id/reviews/:flightId/answers': () => [{ json: { text: 'An answer.' } }],
  'POST /seasons/:id/decisions': ({ own, strange }) =>
    [own, strange].map(({ flights }) => ({
      json: { flightIds: [flights[0]], state: 'rejected', reason: 'Because.' },
    })),
}

const eachRanking = ({ own, strange }: Asked) =>
  [own, strange].map(({ rankings }) => ({ ranking: rankings[0] }))

export const rankingToolArguments: Record<string, (asked: Asked) => object[]> = {
  list_rankings: ({ own, strange }) => [{}, { clubId: own.clubs[0] }, { clubId: strange.clubs[0] }],
  get_ranking: eachRanking,
  get_my_season: eachRanking,
}
