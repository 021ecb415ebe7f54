// The categories of the FAI for distance, as free flights: without declaration and without cylinders.
import type { Category, Closing } from '../rules.ts'
import { FAI_SIDES, open, outAndReturn, startAndReturn, straight, triangle } from './categories.ts'
import { defineLeague, type League, type LeagueRules } from './league.ts'

// Two cylinders of 400 m that touch, free of charge.
const GAP_KM = 0.8
const CLOSING: Closing = { share: 0, fixedKm: GAP_KM, freeKm: GAP_KM }
const PROGRAM = 'igc-xc-score 1.8.0, scoring-rules.config.js (sets FAI, FAI-OAR, FAI-OAR2)'

function category(id: string, name: string, row: Category, known: Partial<LeagueRules> = {}): League {
  return defineLeague({ id, name, seasonStart: null }, [
    {
      version: '1',
      validFrom: null,
      basis: 'program',
      sources: [PROGRAM],
      categories: [row],
      distanceDecimals: 1,
      scoreDecimals: 1,
      notes:
        'Measured on the FAI sphere; Section 7D of the Sporting Code measures records on the WGS84 ellipsoid, up to 0.3 % apart.',
      ...known,
    },
  ])
}

export const fai: readonly League[] = [
  category('fai-free-distance', 'FAI free distance', open(1)),
  category('fai-straight', 'FAI straight distance', straight(1), {
    basis: 'regulation',
    sources: ['https://xcleague.com/xc/info/rulesflights-standard.html (names the categories)'],
  }),
  category('fai-triangle', 'FAI triangle', triangle('FAI Triangle', 1, CLOSING, FAI_SIDES)),
  category('fai-out-and-return', 'FAI out and return', startAndReturn(1, GAP_KM)),
  category('fai-out-and-return-2', 'FAI out and return over two turnpoints', outAndReturn(1, CLOSING)),
]
