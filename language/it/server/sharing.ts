import { flight } from '../flight.ts'
import type * as English from '../../en/server/sharing.ts'
import { sentence } from '../../sentence.ts'

export const sharedFlight: typeof English.sharedFlight = {
  aPilot: 'Un pilota',
  aFlight: 'Un volo',
  points: (points) => `${points} punti`,
  upTo: (altitude) => `fino a ${altitude}`,
  isCut: 'Una parte della traccia è nascosta.',
  inFrame: 'Un volo in Cloudstreet',
  types: flight.types,
}

export const profile: typeof English.profile = {
  flightsOf: (name) => `Voli di ${name}`,
  description: (name) => `I voli pubblici di ${name}.`,
  none: 'Ancora nessun volo pubblico.',
  earlier: 'Voli precedenti',
  follow: (atom, json) => sentence`Segui: ${atom} ${json}`,
  atom: 'feed Atom',
  json: 'feed JSON',
  publicFlights: 'Voli pubblici',
  airtime: 'Tempo di volo',
  distance: 'Distanza valutata',
  best: 'Miglior punteggio',
  flight: 'Volo',
  flights: 'Voli',
  bestFlights: 'Migliori voli',
  map: 'Mappa',
  seasons: 'Stagioni',
  season: 'Stagione',
  records: 'Record',
  most: { kilometres: 'Il più lontano', seconds: 'Il più lungo', highestM: 'Il più alto' },
  year: (year, days) => `${year}: ${days} ${days === 1 ? 'giorno di volo' : 'giorni di volo'}`,
}

export const clubPage = (name: string) =>
  `${name} su Cloudstreet: il club di parapendio, le sue stagioni e le sue classifiche.`

export const publicRanking: typeof English.publicRanking = {
  place: 'Posto',
  name: 'Nome',
  flights: 'Voli',
  figures: { points: 'Punti', km: 'km', hours: 'Ore', flights: 'Voli' },
  gone: 'Un ex pilota',
  none: 'Nessuno è ancora in classifica',
  all: 'Tutti i posti, e la prova',
  newest: (name) => `Ultimi voli in ${name}`,
}
