import { flight } from '../flight.ts'
import type * as English from '../../en/server/sharing.ts'
import { sentence } from '../../sentence.ts'

export const sharedFlight: typeof English.sharedFlight = {
  aPilot: 'Un piloto',
  aFlight: 'Un vuelo',
  points: (points) => `${points} puntos`,
  upTo: (altitude) => `hasta ${altitude}`,
  isCut: 'Una parte del track está oculta.',
  inFrame: 'Un vuelo en Cloudstreet',
  types: flight.types,
}

export const profile: typeof English.profile = {
  flightsOf: (name) => `Vuelos de ${name}`,
  description: (name) => `Los vuelos públicos de ${name}.`,
  none: 'Aún no hay vuelos públicos.',
  earlier: 'Vuelos anteriores',
  follow: (atom, json) => sentence`Seguir: ${atom} ${json}`,
  atom: 'canal Atom',
  json: 'canal JSON',
  publicFlights: 'Vuelos públicos',
  airtime: 'Tiempo de vuelo',
  distance: 'Distancia puntuada',
  best: 'Mejor puntuación',
  flight: 'Vuelo',
  flights: 'Vuelos',
  bestFlights: 'Mejores vuelos',
  map: 'Mapa',
  seasons: 'Temporadas',
  season: 'Temporada',
  records: 'Récords',
  most: { kilometres: 'Más lejos', seconds: 'Más largo', highestM: 'Más alto' },
  year: (year, days) => `${year}: ${days} ${days === 1 ? 'día de vuelo' : 'días de vuelo'}`,
}

export const clubPage = (name: string) =>
  `${name} en Cloudstreet: el club de parapente, sus temporadas y sus clasificaciones.`

export const publicRanking: typeof English.publicRanking = {
  place: 'Puesto',
  name: 'Nombre',
  flights: 'Vuelos',
  figures: { points: 'Puntos', km: 'km', hours: 'Horas', flights: 'Vuelos' },
  gone: 'Un antiguo piloto',
  none: 'Aún no hay nadie clasificado',
  all: 'Todos los puestos, y la prueba',
  newest: (name) => `Últimos vuelos en ${name}`,
}
