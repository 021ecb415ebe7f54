// The names on the built-in map.
import type { MapView } from '#dashboard/map.ts'
import type { Colours } from './painting.ts'
import type { Screen } from './canvas-layer.ts'
import { toX, toY } from './projection.ts'
import { type Box, overlap, type TrackGrid } from './track-grid.ts'

/** Draws take-offs first, then towns by size; a name that would cover another or the track is left out. */
export function drawNames(
  context: CanvasRenderingContext2D,
  screen: Screen,
  shown: MapView,
  colours: Colours,
  isOnTrack: TrackGrid,
): void {
  const taken: Box[] = []
  const place = (lat: number, lng: number, text: string, font: string, mark: () => void) => {
    const x = toX(lng) * screen.scale - screen.left
    const y = toY(lat) * screen.scale - screen.top
    if (x < 0 || y < 0 || x > screen.width || y > screen.height) return
    context.font = font
    const width = context.measureText(text).width
    const isFree = (box: Box) =>
      !taken.some((other) => overlap(box, other)) && !isOnTrack(toWorld(box, screen))
    // Right of its mark, or else left of it.
    const start = [x + 8, x - 8 - width].find((left) => isFree(boxOf(left, y, width)))
    if (start === undefined) return
    taken.push(boxOf(start, y, width), { left: x - 6, top: y - 6, right: x + 6, bottom: y + 6 })
    context.save()
    context.translate(x, y)
    mark()
    context.restore()
    context.lineWidth = 3
    context.strokeStyle = colours.halo
    context.strokeText(text, start, y + 4)
    context.fillStyle = colours.label
    context.fillText(text, start, y + 4)
  }
  context.lineJoin = 'round'
  for (const takeoff of shown.takeoffs) {
    place(takeoff.lat, takeoff.lng, takeoff.name, '600 11px Figtree, sans-serif', () => {
      context.fillStyle = colours.sky
      context.beginPath()
      context.moveTo(0, -5)
      context.lineTo(5, 4)
      context.lineTo(-5, 4)
      context.fill()
    })
  }
  for (const town of shown.towns) {
    const size = town.population > 100_000 ? 13 : town.population > 20_000 ? 12 : 11
    place(town.lat, town.lng, town.name, `600 ${size}px Figtree, sans-serif`, () => {
      context.fillStyle = colours.label
      context.beginPath()
      context.arc(0, 0, 2.2, 0, 7)
      context.fill()
    })
  }
}

const boxOf = (left: number, y: number, width: number): Box => ({
  left: left - 2,
  top: y - 9,
  right: left + width + 2,
  bottom: y + 9,
})

const toWorld = ({ left, top, right, bottom }: Box, screen: Screen): Box => ({
  left: left + screen.left,
  top: top + screen.top,
  right: right + screen.left,
  bottom: bottom + screen.top,
})
