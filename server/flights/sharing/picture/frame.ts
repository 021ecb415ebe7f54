// Chooses the part of the world that a picture shows: the track, and the ground around it.
import { HEIGHT, WIDTH } from '#server/platform/pictures/lettering.ts'
import type { Box } from '#server/terrain/shaded-box.ts'
import type { TrackColumns } from '../../record/findings.ts'

/** Where the line is drawn, above the barogram. */
const AREA = { left: 560, top: 50, width: 590, height: 415 }

/** The edges of the picture. */
export type Frame = Box

/** In the proportions of the ground. */
export function fitFrame({ latitude, longitude }: Pick<TrackColumns, 'latitude' | 'longitude'>): Frame {
  const [west, east] = bounds(longitude.map((degrees) => unwrap(degrees, longitude[0]!)))
  const [south, north] = bounds(latitude)
  const shrink = Math.cos((latitude[0]! * Math.PI) / 180)
  const pixelsPerDegree = Math.min(
    AREA.width / Math.max((east - west) * shrink, 1e-4),
    AREA.height / Math.max(north - south, 1e-4),
  )
  const [wide, high] = [WIDTH / pixelsPerDegree / shrink, HEIGHT / pixelsPerDegree]
  const left = (west + east) / 2 - ((AREA.left + AREA.width / 2) / WIDTH) * wide
  const top = (south + north) / 2 + ((AREA.top + AREA.height / 2) / HEIGHT) * high
  return { west: left, east: left + wide, south: top - high, north: top }
}

/** "x,y" in pixels. */
export function project(frame: Frame, latitude: number, longitude: number): string {
  const near = unwrap(longitude, (frame.west + frame.east) / 2)
  return toPixels(frame, latitude, near)
    .map((value) => value.toFixed(1))
    .join(',')
}

export function toPixels(
  { west, east, south, north }: Frame,
  latitude: number,
  longitude: number,
): [x: number, y: number] {
  return [((longitude - west) / (east - west)) * WIDTH, ((north - latitude) / (north - south)) * HEIGHT]
}

/** The same longitude, next to another one. */
function unwrap(degrees: number, near: number): number {
  return near + ((((degrees - near + 180) % 360) + 360) % 360) - 180
}

function bounds(values: readonly number[]): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  )
}
