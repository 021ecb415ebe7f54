// Common to every map of flights: zoom by buttons in the reader's language, fingers, a size that follows its element.
import 'leaflet/dist/leaflet.css'
import './map.css'
import * as L from 'leaflet'
import { texts } from '../../language/texts.ts'
import { moveByFingers } from '../fingers.ts'
import { addPane } from './background.ts'

/** Layers that the pilot can take off the map. */
export type LayerName = 'terrain' | 'airspace' | 'shape'

export interface MapFrame {
  map: L.Map
  /** All of them are shown at first. */
  layers: Record<LayerName, L.LayerGroup>
  remove: () => void
}

export function openMap(element: HTMLElement, options: L.MapOptions): MapFrame {
  const map = L.map(element, {
    zoomSnap: 0.5,
    wheelPxPerZoomLevel: 90,
    minZoom: 2,
    zoomControl: false,
    ...options,
  })
  L.control.zoom({ zoomInTitle: texts.flight.zoomIn, zoomOutTitle: texts.flight.zoomOut }).addTo(map)
  map.attributionControl.setPrefix(false)
  addPane(map, 'base', 200)
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  observer.observe(element)
  const leaveFingers = moveByFingers(map, element)
  const addLayer = () => L.layerGroup().addTo(map)
  return {
    map,
    layers: { terrain: addLayer(), airspace: addLayer(), shape: addLayer() },
    remove() {
      leaveFingers()
      observer.disconnect()
      map.remove()
    },
  }
}
