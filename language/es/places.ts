import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  fromTown: (distance, wind, town) => `${distance} ${wind} de ${town}`,
  winds: {
    N: 'al norte',
    NE: 'al noreste',
    E: 'al este',
    SE: 'al sureste',
    S: 'al sur',
    SW: 'al suroeste',
    W: 'al oeste',
    NW: 'al noroeste',
  },
}
