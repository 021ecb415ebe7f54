import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  fromTown: (distance, wind, town) => `${distance} ${wind} di ${town}`,
  winds: {
    N: 'a nord',
    NE: 'a nord-est',
    E: 'a est',
    SE: 'a sud-est',
    S: 'a sud',
    SW: 'a sud-ovest',
    W: 'a ovest',
    NW: 'a nord-ovest',
  },
}
