// How the rows of the leagues are written.
import type { Category, Closing, FlightType } from '../rules.ts'

const NOT_CLOSED: Closing = { share: Infinity, fixedKm: 0, freeKm: Infinity }

const ANY_SIDES = { minimumSideShare: 0, maximumSideShare: 1 }

export function open(multiplier: number, minimumKm = 0): Category {
  return { type: 'Free Flight', shape: 'open', multiplier, ...ANY_SIDES, minimumKm, closing: NOT_CLOSED }
}

export function straight(multiplier: number, minimumKm = 0): Category {
  return {
    type: 'Straight Distance',
    shape: 'straight',
    multiplier,
    ...ANY_SIDES,
    minimumKm,
    closing: NOT_CLOSED,
  }
}

export function triangle(
  type: FlightType,
  multiplier: number,
  closing: Closing,
  sides: { min?: number; max?: number } = {},
  minimumKm = 0,
): Category {
  return {
    type,
    shape: 'triangle',
    multiplier,
    minimumSideShare: sides.min ?? 0,
    maximumSideShare: sides.max ?? 1,
    minimumKm,
    closing,
  }
}

export function outAndReturn(multiplier: number, closing: Closing, minimumKm = 0): Category {
  return { type: 'Out and Return', shape: 'out-and-return', multiplier, ...ANY_SIDES, minimumKm, closing }
}

export function startAndReturn(multiplier: number, gapKm: number): Category {
  const closing = { share: 0, fixedKm: gapKm, freeKm: gapKm }
  return {
    type: 'Out and Return',
    shape: 'start-and-return',
    multiplier,
    ...ANY_SIDES,
    minimumKm: 0,
    closing,
  }
}

/** A gap of up to that share of the perimeter, which is deducted. */
export function within(share: number): Closing {
  return { share, fixedKm: 0, freeKm: 0 }
}

export const FAI_SIDES = { min: 0.28 }

/** Open, flat and FAI: what most leagues pay, for triangles closed to the same share. */
export function openFlatFai(factors: [number, number, number], closing: Closing): Category[] {
  const [ofOpen, ofFlat, ofFai] = factors
  return [
    open(ofOpen),
    triangle('Free Triangle', ofFlat, closing),
    triangle('FAI Triangle', ofFai, closing, FAI_SIDES),
  ]
}

/** The same, and more for triangles that are closed to 5 %. */
export function withClosed(
  ofOpen: number,
  within20: [flat: number, fai: number],
  within5: [flat: number, fai: number],
): Category[] {
  return [
    ...openFlatFai([ofOpen, ...within20], within(0.2)),
    triangle('Closed Free Triangle', within5[0], within(0.05)),
    triangle('Closed FAI Triangle', within5[1], within(0.05), FAI_SIDES),
  ]
}
