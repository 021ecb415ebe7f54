// The XC League of the United Kingdom: clubs and national at home, and overseas. Flights pay by tiers of distance.
import type { Category, Closing } from '../rules.ts'
import { FAI_SIDES, open, outAndReturn, triangle } from './categories.ts'
import { defineLeague, type LeagueRules } from './league.ts'

// Two cylinders of 400 m that touch; the gap is deducted.
const CIRCUIT: Closing = { share: 0, fixedKm: 0.8, freeKm: 0 }
const FLAT_SIDES = { min: 0.15, max: 0.45 }

type Tier = [minimumKm: number, multiplier: number]

/** Out-and-return flights and flat triangles have the same tiers. */
function pay(openKm: number, flat: readonly Tier[], fai: readonly Tier[]): Category[] {
  return [
    open(1, openKm),
    ...flat.map(([km, multiplier]) => outAndReturn(multiplier, CIRCUIT, km)),
    ...flat.map(([km, multiplier]) => triangle('Free Triangle', multiplier, CIRCUIT, FLAT_SIDES, km)),
    ...fai.map(([km, multiplier]) => triangle('FAI Triangle', multiplier, CIRCUIT, FAI_SIDES, km)),
  ]
}

const SINCE_2022 = {
  version: '2022',
  validFrom: '2021-11-01',
  sources: [
    'https://xcleague.com/xc/info/rulesflights.html (minimum distances and multipliers)',
    'https://xcleague.com/xc/info/rulesflights-circuit.html (circuit gap, shape of the triangles)',
  ],
}
const OF_2018 = {
  version: '2018',
  validFrom: '2017-11-01',
  validTo: '2018-10-31',
  sources: ['https://xcleague.com/xc/info/ruleschanges-2018.html'],
}
const atHome: Pick<LeagueRules, 'region'> = { region: { countries: ['GB'] } }
const abroad: Pick<LeagueRules, 'region'> = { region: { except: ['GB'] } }
const common = {
  distanceDecimals: 1,
  scoreDecimals: 1,
  notes: 'Flights along a coast, which have one turnpoint and no multiplier, are not told apart.',
}

export const ukClub = defineLeague({ id: 'uk-club', name: 'XCLeague', seasonStart: '11-01' }, [
  {
    ...OF_2018,
    ...atHome,
    ...common,
    categories: pay(5, [[5, 1.2], [15, 1.3], [35, 1.7]], [[5, 1.5], [15, 1.7], [25, 2.2]]), // prettier-ignore
  },
  {
    ...SINCE_2022,
    ...atHome,
    ...common,
    categories: pay(5, [[5, 1.2], [15, 1.5], [35, 2]], [[5, 1.5], [15, 2], [25, 2.3]]), // prettier-ignore
  },
])

export const ukNational = defineLeague(
  { id: 'uk-national', name: 'XCLeague national', seasonStart: '11-01' },
  [
    {
      ...OF_2018,
      ...atHome,
      ...common,
      categories: pay(10, [[15, 1.3], [35, 1.7]], [[15, 1.7], [25, 2.2]]), // prettier-ignore
    },
    {
      ...SINCE_2022,
      ...atHome,
      ...common,
      categories: pay(10, [[15, 1.5], [35, 2]], [[15, 2], [25, 2.3]]), // prettier-ignore
    },
  ],
)

export const ukOverseas = defineLeague(
  { id: 'uk-overseas', name: 'XCLeague overseas', seasonStart: '11-01' },
  [OF_2018, SINCE_2022].map((season) => ({
    ...season,
    ...abroad,
    ...common,
    categories: pay(10, [[15, 1], [35, 1.2]], [[15, 1], [25, 1.5]]), // prettier-ignore
  })),
)
