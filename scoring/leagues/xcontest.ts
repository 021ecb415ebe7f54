// XContest, and the leagues that it runs.
import { defineLeague } from './league.ts'
import { open, openFlatFai, straight, triangle, FAI_SIDES, within, withClosed } from './categories.ts'

const WORLD_RULES =
  'https://www.xcontest.org/world/en/rules/ (flight values, closing distance, FAI definition)'

export const xcontest = defineLeague({ id: 'xcontest', name: 'XContest', seasonStart: '10-01' }, [
  {
    version: '2007',
    validFrom: '2006-10-01',
    validTo: '2018-09-30',
    sources: ['https://www.xcontest.org/gsv-staufen/regeln (2018)', 'LK8000, contest XContest2018'],
    categories: openFlatFai([1, 1.2, 1.4], within(0.2)),
  },
  {
    version: '2019',
    validFrom: '2018-10-01',
    sources: [WORLD_RULES],
    categories: withClosed(1, [1.2, 1.4], [1.4, 1.6]),
  },
])

// Two cylinders of 400 m that touch.
const PARAMOTOR_CLOSING = { share: 0, fixedKm: 0.8, freeKm: 0 }

export const paramotor = defineLeague(
  { id: 'xcontest-paramotor', name: 'XContest paramotor', seasonStart: '01-01' },
  [
    {
      version: '2021',
      validFrom: '2021-01-01',
      basis: 'program',
      sources: ['flyXC issue 106, which quotes https://paramotors.xcontest.org/world/en/rules 4.1 and 4.2'],
      categories: openFlatFai([1, 2, 4], PARAMOTOR_CLOSING),
    },
  ],
)

const NORWAY = 'https://www.xcontest.org/norway/regler'

export const norway = defineLeague({ id: 'norway', name: 'Distanseligaen', seasonStart: '10-01' }, [
  {
    version: '2021',
    validFrom: '2020-10-01',
    validTo: '2021-09-30',
    basis: 'program',
    sources: ['flyXC, commit 9ee3626 (2021-02-11)'],
    categories: withClosed(1, [1.8, 2.4], [2, 2.6]),
  },
  {
    version: '2022',
    validFrom: '2021-10-01',
    validTo: '2025-09-30',
    sources: [NORWAY, 'flyXC, commit f8cb587'],
    categories: withClosed(1, [1.5, 2.2], [1.7, 2.4]),
  },
  {
    version: '2026',
    validFrom: '2026-04-23',
    basis: 'program',
    sources: ['flyXC, commit bd17792 (2026-04-23)'],
    categories: withClosed(1, [1.4, 1.6], [1.6, 1.8]),
    notes: 'In force on the first day given; since when is not established.',
  },
])

export const norwayStraight = defineLeague(
  { id: 'norway-straight', name: 'Fridistanseligaen', seasonStart: '10-01' },
  [{ version: '2022', validFrom: '2021-10-01', sources: [NORWAY], categories: [straight(1)] }],
)

export const israel = defineLeague({ id: 'israel', name: 'Israel XC league', seasonStart: '01-01' }, [
  {
    version: '2022',
    validFrom: '2022-01-01',
    validTo: '2022-11-30',
    sources: ['https://www.xcontest.org/israel-xc-league/rules'],
    categories: [
      open(1),
      triangle('Closed Free Triangle', 1.2, within(0.05)),
      triangle('Closed FAI Triangle', 1.4, within(0.05), FAI_SIDES),
    ],
    wingFactors: { A: 1.4, B: 1.25, C: 1.2, D: 1.1, CCC: 1, tandem: 1.4 },
  },
])
