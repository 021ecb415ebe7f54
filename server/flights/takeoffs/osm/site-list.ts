// Free-flying sites of OpenStreetMap as features of a file of sites, which are then imported like any other.
import type { OsmElement } from './overpass.ts'

export interface SiteList {
  /** GeoJSON. */
  text: string
  sites: number
  /** Landings, and take-offs without a name. */
  leftOut: number
}

/** Values of `free_flying:site` where flights begin: a landing would give its name to launches nearby. */
const LAUNCHES = new Set(['takeoff', 'towing', 'training'])
/** Clubs, schools and shops of the sport, which are no places to launch. */
const PREMISES = ['club', 'shop', 'office', 'amenity', 'building', 'tourism']

export function writeSiteList(elements: readonly OsmElement[]): SiteList {
  const features = elements.flatMap((element) => {
    const name = nameSite(element)
    return isLaunch(element) && name !== undefined ? [describe(element, name)] : []
  })
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  return { text, sites: features.length, leftOut: elements.length - features.length }
}

function isLaunch({ tags }: OsmElement): boolean {
  const kinds = (tags['free_flying:site'] ?? '').split(/[;,]/).map((kind) => kind.trim().toLowerCase())
  if (kinds.some((kind) => LAUNCHES.has(kind)) || tags['free_flying:takeoff'] === 'yes') return true
  return kinds.join('') === '' && !PREMISES.some((key) => key in tags)
}

function nameSite({ tags }: OsmElement): string | undefined {
  return [tags.name, tags.official_name, tags.loc_name].find(
    (name) => typeof name === 'string' && name.trim() !== '',
  )
}

const describe = ({ type, id, lat, lon, tags }: OsmElement, name: string) => ({
  type: 'Feature',
  id: `${type}/${id}`,
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties: { name, altitude: tags.ele },
})
