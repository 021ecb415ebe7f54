// The rankings of leagues as far as their rules are established, for an organiser to begin from. A field that a league's page
// does not establish is in `notes`.
import type { RankingRule } from '#contract/clubs/rule.ts'

export interface Preset {
  readonly id: string
  readonly name: string
  readonly rankings: readonly { name: string; rule: RankingRule }[]
  readonly notes: string | null
}

type Part = Omit<RankingRule, 'audience' | 'measure' | 'group'> & Partial<RankingRule>

const points = (league: string, rule: Part): RankingRule => ({
  audience: 'public',
  measure: { kind: 'points', league, decimals: 2 },
  group: { by: 'pilot' },
  ...rule,
})

const TRIANGLES = ['Free Triangle', 'FAI Triangle', 'Closed Free Triangle', 'Closed FAI Triangle'] as const
const FLAT = TRIANGLES.filter((type) => !type.includes('FAI'))
const FAI = TRIANGLES.filter((type) => type.includes('FAI'))

/** Points that XCCup pays a kilometre: base of the wing times factor of the type. */
const xccupFactors = (
  [
    [['A', 'B'], 3.08, 6.16, 7],
    [['C'], 2.86, 5.46, 5.98],
    [['D', 'CCC'], 2.64, 5.04, 5.52],
    [['tandem'], 3.3, 6.75, 8.25],
  ] as const
).flatMap(([classes, open, flat, fai]) => [
  { classes: [...classes], types: ['Free Flight' as const], times: open },
  { classes: [...classes], types: FLAT, times: flat },
  { classes: [...classes], types: FAI, times: fai },
])

const PAID = [...new Set(xccupFactors.flatMap(({ classes }) => classes))]

const xccup = (rule: Part): RankingRule =>
  points('xccup', {
    measure: { kind: 'km', league: 'xccup', decimals: 0 },
    filter: { classes: PAID },
    factors: xccupFactors,
    minimum: 80,
    ...rule,
  })

const mixed: RankingRule['choice'] = {
  best: 3,
  floors: [
    { kind: 'type', values: ['Free Flight'], least: 1 },
    { kind: 'type', values: [...TRIANGLES], least: 1 },
  ],
}

/** Those of DHV-XC's Europe. */
const EUROPE =
  'AD AL AT BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SK SM TR UA VA XK'.split(
    ' ',
  )

const named = (rules: Record<string, RankingRule>) =>
  Object.entries(rules).map(([name, rule]) => ({ name, rule }))

const norway = (rule: Partial<RankingRule>) => points('norway', { choice: { best: 5 }, ...rule })

const israel = (rule: Part): RankingRule =>
  points('israel', {
    factors: [
      { classes: ['A', 'tandem'], times: 1.4 },
      { classes: ['B'], times: 1.25 },
      { classes: ['C'], times: 1.2 },
      { classes: ['D'], times: 1.1 },
    ],
    ...rule,
  })

const cfd = (group: RankingRule['group']): RankingRule =>
  points('ffvl', { minimum: 15, choice: { best: 3, apart: { km: 2 } }, group })

const record = (types: NonNullable<RankingRule['filter']>['types'] & object): RankingRule =>
  points('xcontest', {
    measure: { kind: 'km', league: 'xcontest', decimals: 2 },
    filter: { types },
    choice: { best: 1 },
    group: { by: 'takeoff', flights: 1 },
    ties: ['earlier-date'],
  })

export const presets: readonly Preset[] = [
  {
    id: 'xccup',
    name: 'XCCup',
    rankings: named({
      Overall: xccup({ choice: mixed }),
      Newcomers: xccup({
        choice: mixed,
        filter: { newcomers: true, classes: ['A', 'B', 'C'] },
        leastRows: 5,
      }),
      Women: xccup({ choice: mixed, filter: { sex: 'female', classes: PAID } }),
      Clubs: xccup({ choice: { best: 5 }, group: { by: 'club', flights: 30 } }),
      Teams: xccup({ choice: { best: 3 }, group: { by: 'team', flights: 12 } }),
    }),
    notes:
      'The league pays wings of one class by aspect ratio, which a flight here does not tell: the figures are those of the lower one. The weakest three of a team’s fifteen are dropped: the best twelve count.',
  },
  {
    id: 'dhv',
    name: 'DHV-XC',
    rankings: named({
      Overall: points('dhv', {
        filter: { countries: EUROPE },
        factors: [
          { classes: ['A', 'tandem'], times: 1.1 },
          { classes: ['B'], times: 1.05 },
          { classes: ['D'], times: 0.95 },
        ],
        minimum: 25,
        choice: { best: 3, floors: [{ kind: 'country', values: ['DE'], least: 1 }] },
      }),
    }),
    notes: 'The rules for points are known until the season of 2023.',
  },
  {
    id: 'xcontest',
    name: 'XContest',
    rankings: named({ Overall: points('xcontest', { choice: { best: 6 } }) }),
    notes: 'How many flights count is not established: six are taken.',
  },
  {
    id: 'norway',
    name: 'Distanseligaen',
    rankings: named({ Overall: norway({}), Sport: norway({ filter: { classes: ['A', 'B', 'C'] } }) }),
    notes: null,
  },
  {
    id: 'israel',
    name: 'Israel XC League',
    rankings: named({
      Overall: israel({ choice: { best: 10 } }),
      Teams: israel({ choice: { best: 5 }, group: { by: 'team', members: 5 } }),
    }),
    notes: null,
  },
  {
    id: 'uk',
    name: 'UK XC League',
    rankings: named({
      National: points('uk-national', { choice: { best: 6 } }),
      Clubs: points('uk-club', { choice: { best: 6 }, group: { by: 'club', members: 4 } }),
    }),
    notes: null,
  },
  {
    id: 'cfd',
    name: 'Coupe fédérale de distance',
    rankings: named({ Pilots: cfd({ by: 'pilot' }), Clubs: cfd({ by: 'club', members: 6 }) }),
    notes: null,
  },
  {
    id: 'club-evening',
    name: 'A club’s evenings',
    rankings: named({
      Wednesdays: points('xcontest', {
        audience: 'members',
        filter: { weekdays: [3] },
        choice: { best: 5, caps: [{ kind: 'day', most: 1 }] },
        ties: ['best-flight', 'fewer-flights'],
      }),
      Airtime: {
        audience: 'members',
        measure: { kind: 'hours', decimals: 1 },
        choice: {},
        group: { by: 'pilot' },
      },
    }),
    notes: null,
  },
  {
    id: 'site-records',
    name: 'Records by site',
    rankings: named({
      'Free flights': record(['Free Flight']),
      'Flat triangles': record(FLAT),
      'FAI triangles': record(FAI),
    }),
    notes: null,
  },
]
