import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  fromTown: (distance, wind, town) => `${distance} ${wind} von ${town}`,
  winds: {
    N: 'nördlich',
    NE: 'nordöstlich',
    E: 'östlich',
    SE: 'südöstlich',
    S: 'südlich',
    SW: 'südwestlich',
    W: 'westlich',
    NW: 'nordwestlich',
  },
}
