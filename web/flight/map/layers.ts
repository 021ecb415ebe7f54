// Layers that the pilot can take off the map.
import * as L from 'leaflet'

export type LayerName = 'terrain' | 'airspace' | 'shape'
export type Layers = Record<LayerName, L.LayerGroup>

/** All of them are shown at first. */
export function addLayers(map: L.Map): Layers {
  const add = () => L.layerGroup().addTo(map)
  return { terrain: add(), airspace: add(), shape: add() }
}
