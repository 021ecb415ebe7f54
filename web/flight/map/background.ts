// The background of a map: the operator's own map or online tiles, hill shading, or the built-in map.
import * as L from 'leaflet'
import { BUILT_IN_CREDIT } from '#dashboard/map-credit.ts'
import { BaseMap } from './base-map.ts'
import { findCredit, findShading, readMeta } from './ground.ts'
import type { TrackGrid } from './track-grid.ts'

const MIN_CONTOUR_ZOOM = 12
/** As coarse as the server draws relief: a tile reaches over six files of heights. */
const MIN_SHADED_ZOOM = 8
/** Farther out the tiles of a view would be too many. */
const MIN_FITTED_ZOOM = 6

export function addPane(map: L.Map, name: string, zIndex: number): void {
  const pane = map.createPane(name)
  pane.style.zIndex = String(zIndex)
  pane.style.pointerEvents = 'none'
}

/**
 * The operator's own map or online tiles, if there are any, otherwise the built-in map. Relief is shown as far out as the zoom
 * at which what the map is of fits.
 */
export function addBase(
  map: L.Map,
  terrain: L.LayerGroup,
  addOurs: () => void,
  fitted = MIN_SHADED_ZOOM,
): void {
  const shading = findShading()
  const file = readMeta('map-file')
  const tiles = readMeta('map-tiles')
  const credit = readMeta('map-attribution')
  if (!file && tiles) {
    if (credit) addCredit(map, credit)
    L.tileLayer(tiles, { maxZoom: 19 }).addTo(map)
    return
  }
  if (shading !== undefined) addShading(map, terrain, shading, fitted)
  if (!file) return addOurs()
  const show = async () => {
    const { addVectorMap } = await import('./vector-map.ts')
    await addVectorMap(map, file)
    addCredit(map, credit ?? '© OpenStreetMap contributors, Protomaps')
  }
  show().catch(addOurs)
}

export function addBuiltIn(map: L.Map, grids: (scale: number) => TrackGrid): BaseMap {
  addCredit(map, BUILT_IN_CREDIT)
  return new BaseMap(findShading() === undefined ? 'base' : 'names', grids).addTo(map)
}

/** Leaflet takes HTML; this is text. */
function addCredit(map: L.Map, credit: string): void {
  map.attributionControl.addAttribution(escapeText(credit))
}

function escapeText(text: string): string {
  const element = document.createElement('span')
  element.textContent = text
  return element.innerHTML
}

/** On the land, and below borders and names. Tiles of twice the usual size: one zoom less, and a quarter of the requests. */
function addShading(map: L.Map, terrain: L.LayerGroup, address: string, fitted: number): void {
  const credit = findCredit()
  if (credit) addCredit(map, credit)
  addPane(map, 'shading', 210)
  addPane(map, 'names', 220)
  L.tileLayer(address, {
    pane: 'shading',
    tileSize: 512,
    zoomOffset: -1,
    minZoom: Math.max(MIN_FITTED_ZOOM, Math.min(MIN_SHADED_ZOOM, Math.round(fitted))),
    minNativeZoom: MIN_SHADED_ZOOM,
    maxNativeZoom: 12,
    maxZoom: 17,
  }).addTo(terrain)
  addPane(map, 'contours', 215)
  map.on('zoomend', addContours)
  addContours()

  /** With the first view that is close enough. */
  function addContours(): void {
    if (map.getZoom() < MIN_CONTOUR_ZOOM) return
    map.off('zoomend', addContours)
    void import('../relief/contours.ts').then(({ Contours }) => new Contours().addTo(terrain))
  }
}
