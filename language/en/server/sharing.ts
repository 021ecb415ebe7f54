// A shared flight in words, for previews and feeds; a pilot’s public profile; a ranking on a club’s own site.
import { flight } from '../flight.ts'
import { sentence, type Slot } from '../../sentence.ts'

export const sharedFlight = {
  aPilot: 'A pilot',
  aFlight: 'A flight',
  points: (points: string) => `${points} points`,
  upTo: (altitude: string) => `up to ${altitude}`,
  isCut: 'Part of the track is hidden.',
  inFrame: 'A flight in Cloudstreet',
  types: flight.types,
}

export const profile = {
  flightsOf: (name: string) => `Flights of ${name}`,
  description: (name: string) => `The public flights of ${name}.`,
  none: 'No public flights yet.',
  earlier: 'Earlier flights',
  follow: (atom: Slot, json: Slot) => sentence`Follow: ${atom} ${json}`,
  atom: 'Atom feed',
  json: 'JSON feed',
  publicFlights: 'Public flights',
  airtime: 'Airtime',
  distance: 'Scored distance',
  best: 'Best score',
  flight: 'Flight',
  flights: 'Flights',
  bestFlights: 'Best flights',
  map: 'Map',
  seasons: 'Seasons',
  season: 'Season',
  records: 'Records',
  most: { kilometres: 'Farthest', seconds: 'Longest', highestM: 'Highest' },
  year: (year: string, days: number) => `${year}: ${days} ${days === 1 ? 'day' : 'days'} of flying`,
}

export const clubPage = (name: string) =>
  `${name} on Cloudstreet: the paragliding club, its seasons and its rankings.`

export const publicRanking = {
  place: 'Place',
  name: 'Name',
  flights: 'Flights',
  figures: { points: 'Points', km: 'km', hours: 'Hours', flights: 'Flights' },
  gone: 'A former pilot',
  none: 'No places yet',
  all: 'All places, and the proof',
  newest: (name: string) => `Newest flights in ${name}`,
}
