// How fingers move a map: one scrolls the page and two move the map, unless it has the whole screen.
import type { Map as LeafletMap } from 'leaflet'
import { texts } from '../language/texts.ts'

const HINT_MS = 1200

/** Returns what ends it. On a desk the map is dragged as always. */
export function moveByFingers(map: LeafletMap, element: HTMLElement): () => void {
  if (!matchMedia('(pointer: coarse)').matches) return () => undefined
  const hint = document.createElement('p')
  hint.className = 'map-hint'
  hint.hidden = true
  hint.textContent = texts.flight.twoFingers
  element.append(hint)
  let timer: ReturnType<typeof setTimeout> | undefined
  const isFull = () => document.fullscreenElement?.contains(element) ?? false
  const set = () => (isFull() ? map.dragging.enable() : map.dragging.disable())
  const tell = ({ touches, target }: TouchEvent) => {
    if (touches.length !== 1 || isFull()) return
    // One finger moves what lies on the map to be moved.
    if ((target as Element).closest('.leaflet-marker-draggable')) return
    hint.hidden = false
    clearTimeout(timer)
    timer = setTimeout(() => (hint.hidden = true), HINT_MS)
  }
  set()
  document.addEventListener('fullscreenchange', set)
  element.addEventListener('touchmove', tell, { passive: true })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('fullscreenchange', set)
    element.removeEventListener('touchmove', tell)
    hint.remove()
  }
}
