// Internal to the dashboard; may change with any release.
// GET /app/api/map?west&south&east&north&zoom: the offline base map of a view.
// GET /app/api/map/places?text: places by name, the pilot's own take-offs first.
import { Type } from 'typebox'

const degrees = (limit: number) => Type.Number({ minimum: -limit, maximum: limit })

export const MapQuery = Type.Object({
  west: degrees(180),
  south: degrees(90),
  east: degrees(180),
  north: degrees(90),
  zoom: Type.Integer({ minimum: 0, maximum: 20 }),
})

export const PlacesQuery = Type.Object({ text: Type.String({ maxLength: 80 }) })

export interface BaseMap {
  /** Fills the view; the areas are the other of the two. */
  background: 'land' | 'water'
  /** Each an outline and its holes: longitude and latitude in turns. */
  areas: number[][][]
  /** Lines, the largest rivers first: up to three classes, as the zoom has room for. */
  rivers: number[][][]
  borders: number[][]
  towns: MapTown[]
}

export interface MapTown {
  name: string
  population: number
  lat: number
  lng: number
}

export interface MapTakeoff {
  id: string
  name: string
  lat: number
  lng: number
}

export interface FoundPlace {
  kind: 'takeoff' | 'town'
  name: string
  country: string
  lat: number
  lng: number
}

export interface MapView extends BaseMap {
  takeoffs: MapTakeoff[]
}
