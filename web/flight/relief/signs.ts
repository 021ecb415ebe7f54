// Signs over the relief: both ends, turnpoints and towns, each where its place is on the screen.
import type { Certificate } from '#contract/certificate.ts'
import type { MapTown } from '#dashboard/map.ts'
import { texts } from '../../language/texts.ts'
import type { FlightColumns } from '../map/flight-columns.ts'
import { toX, toY } from '../map/projection.ts'
import { type Box, overlap } from '../map/track-grid.ts'
import type { Place } from './camera.ts'
import type { Spot } from './drawing.ts'
import type { Ground } from './ground-mesh.ts'

interface Sign {
  element: HTMLElement
  span: HTMLElement
  spot: Spot
  /** Others hide behind mountains and give way to the flight's own. */
  isTown: boolean
}

const MAX_TOWNS = 30
/** Of the way from a sign to the eye, where a mountain may be in between. */
const STEPS = 24

export interface Signs {
  place(eye: Place, project: (spot: Spot) => { x: number; y: number } | undefined): void
}

export function addSigns(
  parent: HTMLElement,
  ground: Ground,
  /** Undefined where there are several flights, which have no signs of their own. */
  columns: FlightColumns | undefined,
  certificate: Certificate | undefined,
  towns: readonly MapTown[],
  spotOf: (index: number) => Spot,
): Signs {
  const signs: Sign[] = []
  const add = (text: string, kind: string, spot: Spot) => {
    const element = document.createElement('div')
    element.className = `map-label ${kind}`
    const span = document.createElement('span')
    span.textContent = text
    element.append(span)
    parent.append(element)
    signs.push({ element, span, spot, isTown: kind === 'town' })
  }
  if (columns) {
    add(texts.flight.takeoff, 'end takeoff', spotOf(0))
    add(texts.flight.landing, 'end landing', spotOf(columns.x.length - 1))
    certificate?.turnpoints.forEach(({ latitude, longitude }, index) =>
      add(String(index + 1), 'turnpoint', spotOf(findNearest(columns, toX(longitude), toY(latitude)))),
    )
  }
  const inside = towns.filter(({ lat, lng }) => {
    const [x, y] = [toX(lng), toY(lat)]
    return x > ground.left && x < ground.right && y > ground.top && y < ground.bottom
  })
  for (const { name, lat, lng } of inside.slice(0, MAX_TOWNS)) {
    const [x, y] = [toX(lng), toY(lat)]
    add(name, 'town', ground.toWorld(x, y, ground.heightAt(x, y)))
  }
  return {
    place(eye, project) {
      const taken: Box[] = []
      for (const { element, span, spot, isTown } of signs) {
        const at = project(spot)
        const [width, height] = [span.offsetWidth / 2 + 3, span.offsetHeight]
        const box = at && {
          left: at.x - width,
          right: at.x + width,
          top: at.y - height,
          bottom: at.y + height,
        }
        const isFree = box && !taken.some((other) => overlap(box, other))
        const isShown = isFree && !(isTown && isBehind(ground, spot, eye))
        element.style.visibility = isShown ? 'visible' : 'hidden'
        if (!isShown) continue
        taken.push(box)
        element.style.transform = `translate(${at.x}px, ${at.y}px)`
      }
    },
  }
}

function findNearest({ x, y }: FlightColumns, wantedX: number, wantedY: number): number {
  let nearest = 0
  let least = Infinity
  for (let index = 0; index < x.length; index++) {
    const away = (x[index]! - wantedX) ** 2 + (y[index]! - wantedY) ** 2
    if (away < least) [nearest, least] = [index, away]
  }
  return nearest
}

function isBehind(ground: Ground, [x, y, z]: Spot, eye: Place): boolean {
  const [halfWidth, halfDepth] = [ground.widthKm / 2, ground.depthKm / 2]
  for (let step = 1; step < STEPS; step++) {
    // Denser near the sign, where mountains are.
    const share = (step / STEPS) ** 2
    const [east, north] = [x + (eye.x - x) * share, y + (eye.y - y) * share]
    if (Math.abs(east) > halfWidth || Math.abs(north) > halfDepth) return false
    if (ground.surfaceAt(east, north) > z + 0.05 + (eye.z - z) * share) return true
  }
  return false
}
