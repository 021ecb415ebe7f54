import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  fromTown: (distance, wind, town) =>
    `${distance} ${wind} ${/^[aeiouyàâéèêîôœ]/i.test(town) ? 'd’' : 'de '}${town}`,
  winds: {
    N: 'au nord',
    NE: 'au nord-est',
    E: 'à l’est',
    SE: 'au sud-est',
    S: 'au sud',
    SW: 'au sud-ouest',
    W: 'à l’ouest',
    NW: 'au nord-ouest',
  },
}
