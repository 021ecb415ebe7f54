// The units of pilots, metric or imperial. Points are points in both.
import type { Units } from './preferences.ts'

/** Quantities of the API: kilometres, metres, metres a second and kilometres an hour. */
export type Quantity = 'distance' | 'altitude' | 'climb' | 'speed'

export interface Scale {
  unit: string
  factor: number
  digits: number
}

const FEET_IN_A_METRE = 1 / 0.3048
const MILES_IN_A_KILOMETRE = 1 / 1.609_344

export const scales: Record<Units, Record<Quantity, Scale>> = {
  metric: {
    distance: { unit: 'km', factor: 1, digits: 1 },
    altitude: { unit: 'm', factor: 1, digits: 0 },
    climb: { unit: 'm/s', factor: 1, digits: 1 },
    speed: { unit: 'km/h', factor: 1, digits: 0 },
  },
  imperial: {
    distance: { unit: 'mi', factor: MILES_IN_A_KILOMETRE, digits: 1 },
    altitude: { unit: 'ft', factor: FEET_IN_A_METRE, digits: 0 },
    climb: { unit: 'fpm', factor: FEET_IN_A_METRE * 60, digits: 0 },
    speed: { unit: 'mph', factor: MILES_IN_A_KILOMETRE, digits: 0 },
  },
}
