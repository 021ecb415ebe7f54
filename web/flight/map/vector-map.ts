// The operator's own map, from a file of vector tiles; loaded only where there is one.
import * as L from 'leaflet'

const MAX_ZOOM = 17
/** The header of a PMTiles file, version 3: where its closest zoom is. */
const HEADER = { length: 127, maxZoom: 101 }

/** Light or dark as the page is. Rejects when the file cannot be read. */
export async function addVectorMap(map: L.Map, address: string): Promise<void> {
  // The library extends the classes of a Leaflet that it expects to be global.
  Object.assign(globalThis, { L })
  const [{ leafletLayer }, maxDataZoom] = await Promise.all([
    import('protomaps-leaflet'),
    readMaxZoom(address),
  ])
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  let shown: L.Layer | undefined
  const show = () => {
    shown?.remove()
    const flavor = scheme.matches ? 'dark' : 'light'
    const look = { flavor, lang: 'en', pane: 'base', attribution: '', maxZoom: MAX_ZOOM }
    shown = leafletLayer({ url: address, maxDataZoom, ...look }) as unknown as L.Layer
    shown.addTo(map)
  }
  show()
  scheme.addEventListener('change', show)
  map.on('unload', () => scheme.removeEventListener('change', show))
}

/** Closer than that, its tiles are enlarged. */
async function readMaxZoom(address: string): Promise<number> {
  const response = await fetch(address, { headers: { range: `bytes=0-${HEADER.length - 1}` } })
  if (response.status !== 206) throw new Error(`The map is ${response.status}.`)
  return new Uint8Array(await response.arrayBuffer())[HEADER.maxZoom] as number
}
