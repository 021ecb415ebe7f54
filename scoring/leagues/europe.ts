// National leagues with their own rules.
import type { Closing } from '../rules.ts'
import { openFlatFai, straight, within } from './categories.ts'
import { defineLeague } from './league.ts'

// 3 km are free of charge; a longer triangle may stay open by 5 %, which is then deducted.
const CFD_CLOSING: Closing = { share: 0.05, fixedKm: 3, freeKm: 3 }

export const ffvl = defineLeague({ id: 'ffvl', name: 'FFVL', seasonStart: '09-01' }, [
  {
    version: '2018',
    validFrom: '2017-09-01',
    sources: [
      'https://parapente.ffvl.fr/cfd (Coupe Fédérale de Distance, règlement: coefficients and closing)',
      'igc-xc-score 1.8.0, rule set FFVL (the 5 % beyond 3 km)',
    ],
    categories: openFlatFai([1, 1.2, 1.4], CFD_CLOSING),
    notes:
      'A flight can be declared from 15 km on; the score is given below that, too. Whether the regulation measures on the sphere or on the ellipsoid is not established.',
  },
])

/** The countries of Europe; those that reach into Asia count, for their leagues are European. */
const EUROPE =
  'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM TR UA VA XK'.split(
    ' ',
  )
const BY_TAKE_OFF = 'The region is that of take-off; how the league tells it is not established.'

export const cpp = defineLeague({ id: 'cpp', name: 'Český pohár v přeletech', seasonStart: null }, [
  {
    version: '2021 home',
    validFrom: '2021-01-01',
    region: { countries: ['CZ'] },
    sources: ['https://pohar-vc.conovehonakopci.cz/pravidla (2021)', 'flyXC issue 82 and pull request 254'],
    categories: openFlatFai([1, 1.8, 2.2], within(0.05)),
    notes: BY_TAKE_OFF,
  },
  {
    version: '2024 Europe',
    validFrom: '2024-01-01',
    region: { countries: EUROPE.filter((country) => country !== 'CZ') },
    basis: 'program',
    sources: ['flyXC, libs/optimizer/src/lib/scoring-rules.ts (2024)'],
    categories: openFlatFai([1, 1.2, 1.4], within(0.05)),
    notes: BY_TAKE_OFF,
  },
  {
    version: '2024 world',
    validFrom: '2024-01-01',
    region: { except: EUROPE },
    basis: 'program',
    sources: ['flyXC, libs/optimizer/src/lib/scoring-rules.ts (2024)'],
    categories: openFlatFai([0.8, 1.2, 1.4], within(0.05)),
    notes: BY_TAKE_OFF,
  },
])

export const ccc = defineLeague({ id: 'ccc', name: 'SHV Cross Country Cup', seasonStart: '10-01' }, [
  {
    version: '2018',
    validFrom: '2017-10-01',
    validTo: '2019-09-30',
    sources: [
      'https://fga.ch/?p=479 (2018)',
      'twpayne/xcscore-js, src/index.ts (straight distance, closing, rounding)',
    ],
    categories: [...openFlatFai([1, 1.2, 1.3], within(0.2)), straight(1.2)],
    distanceDecimals: 6,
    scoreDecimals: 4,
  },
  {
    version: '2025',
    validFrom: '2025-06-23',
    basis: 'program',
    sources: ['flyXC, commit 043a445 (2025-06-23)'],
    categories: openFlatFai([1, 1.2, 1.4], within(0.05)),
    notes: 'In force on the first day given; since when, and how it rounds, is not established.',
  },
])

export const dhv = defineLeague({ id: 'dhv', name: 'DHV-XC', seasonStart: '09-16' }, [
  {
    version: '2019',
    validFrom: '2018-09-16',
    validTo: '2023-09-15',
    sources: [
      'https://gleitschirmclub-reichenhall.de/?page_id=4620 (factors, minimum, wing factors of 2023)',
      'XCSoar, src/Engine/Contest/Solvers/XContestFree.cpp and XContestTriangle.cpp',
    ],
    categories: openFlatFai([1.5, 1.75, 2], within(0.2)),
    minimumPoints: 25,
    wingFactors: { A: 1.1, B: 1.05, C: 1, D: 0.95, tandem: 1.1 },
  },
])

export const xccup = defineLeague({ id: 'xccup', name: 'XCCup', seasonStart: null }, [
  {
    version: '2023',
    validFrom: '2023-01-01',
    sources: [
      'XCCup/xccup.net, server/service/FlightService.ts and IgcAnalyzer.ts (how the type is chosen)',
      'XCCup/xccup.net, server/test/testdatasets/seasonDetails.json and client/src/components/CompRules.vue (2023 to 2026)',
    ],
    categories: openFlatFai([1, 1.5455, 1.7273], within(0.2)),
    distanceDecimals: 3,
    notes:
      'The factors by which the league chooses the type of a flight, the same for every wing. What it pays depends on wing and type: kilometres times the base of the wing (2.3 to 3) times 1.1 for a free flight, 2.1 to 2.25 for a flat and 2.3 to 2.75 for an FAI triangle, rounded to points. Seasons are set every year, and flights have to begin in the area of the league: neither is checked.',
  },
])
