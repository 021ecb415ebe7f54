import { flight } from '../flight.ts'
import type * as English from '../../en/server/sharing.ts'
import { sentence } from '../../sentence.ts'

export const sharedFlight: typeof English.sharedFlight = {
  aPilot: 'Un pilote',
  aFlight: 'Un vol',
  points: (points) => `${points} points`,
  upTo: (altitude) => `jusqu’à ${altitude}`,
  isCut: 'Une partie de la trace est cachée.',
  inFrame: 'Un vol dans Cloudstreet',
  types: flight.types,
}

export const profile: typeof English.profile = {
  flightsOf: (name) => `Vols de ${name}`,
  description: (name) => `Les vols publics de ${name}.`,
  none: 'Pas encore de vols publics.',
  earlier: 'Vols précédents',
  follow: (atom, json) => sentence`Suivre : ${atom} ${json}`,
  atom: 'flux Atom',
  json: 'flux JSON',
  publicFlights: 'Vols publics',
  airtime: 'Temps de vol',
  distance: 'Distance notée',
  best: 'Meilleur score',
  flight: 'Vol',
  flights: 'Vols',
  bestFlights: 'Meilleurs vols',
  map: 'Carte',
  seasons: 'Saisons',
  season: 'Saison',
  records: 'Records',
  most: { kilometres: 'Le plus loin', seconds: 'Le plus long', highestM: 'Le plus haut' },
  year: (year, days) => `${year} : ${days} ${days === 1 ? 'jour de vol' : 'jours de vol'}`,
}

export const clubPage = (name: string) =>
  `${name} sur Cloudstreet : le club de parapente, ses saisons et ses classements.`

export const publicRanking: typeof English.publicRanking = {
  place: 'Place',
  name: 'Nom',
  flights: 'Vols',
  figures: { points: 'Points', km: 'km', hours: 'Heures', flights: 'Vols' },
  gone: 'Un ancien pilote',
  none: 'Personne n’est encore classé',
  all: 'Toutes les places, et la preuve',
  newest: (name) => `Derniers vols dans ${name}`,
}
