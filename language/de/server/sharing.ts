import { flight } from '../flight.ts'
import type * as English from '../../en/server/sharing.ts'
import { sentence } from '../../sentence.ts'

export const sharedFlight: typeof English.sharedFlight = {
  aPilot: 'Ein Pilot',
  aFlight: 'Ein Flug',
  points: (points) => `${points} Punkte`,
  upTo: (altitude) => `bis ${altitude}`,
  isCut: 'Ein Teil des Tracks ist verborgen.',
  inFrame: 'Ein Flug in Cloudstreet',
  types: flight.types,
}

export const profile: typeof English.profile = {
  flightsOf: (name) => `Flüge von ${name}`,
  description: (name) => `Die öffentlichen Flüge von ${name}.`,
  none: 'Noch keine öffentlichen Flüge.',
  earlier: 'Frühere Flüge',
  follow: (atom, json) => sentence`Folgen: ${atom} ${json}`,
  atom: 'Atom-Feed',
  json: 'JSON-Feed',
  publicFlights: 'Öffentliche Flüge',
  airtime: 'Flugzeit',
  distance: 'Gewertete Strecke',
  best: 'Beste Wertung',
  flight: 'Flug',
  flights: 'Flüge',
  bestFlights: 'Beste Flüge',
  map: 'Karte',
  seasons: 'Saisons',
  season: 'Saison',
  records: 'Rekorde',
  most: { kilometres: 'Am weitesten', seconds: 'Am längsten', highestM: 'Am höchsten' },
  year: (year, days) => `${year}: ${days} ${days === 1 ? 'Flugtag' : 'Flugtage'}`,
}

export const clubPage = (name: string) =>
  `${name} bei Cloudstreet: der Gleitschirmverein, seine Saisons und seine Ranglisten.`

export const publicRanking: typeof English.publicRanking = {
  place: 'Platz',
  name: 'Name',
  flights: 'Flüge',
  figures: { points: 'Punkte', km: 'km', hours: 'Stunden', flights: 'Flüge' },
  gone: 'Ein früherer Pilot',
  none: 'Noch ist niemand gewertet',
  all: 'Alle Plätze und der Nachweis',
  newest: (name) => `Neueste Flüge in ${name}`,
}
