// Heights of map tiles, from the operator's files.
import { UNKNOWN_HEIGHT } from '#dashboard/heights.ts'
import { findShading } from '../map/ground.ts'

/** Samples of a side; the outermost are shared with the neighbouring tiles. */
export const SAMPLES = 129
export const MIN_HEIGHT_ZOOM = 7
export const MAX_HEIGHT_ZOOM = 12

/** Metres, row by row from north to south, NaN where they are not known. */
export type HeightTile = Float32Array

const CHECKED_ZOOM = 10

/** Undefined when the operator has no height files. */
function addressTile(z: number, x: number, y: number): string | undefined {
  const address = findShading()?.replace('/shade/', '/heights/')
  return address?.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
}

/** Undefined when nothing in it is known, or it cannot be loaded. */
export async function loadHeights(z: number, x: number, y: number): Promise<HeightTile | undefined> {
  const path = addressTile(z, x, y)
  if (path === undefined) return undefined
  const response = await fetch(path).catch(() => undefined)
  if (!response?.ok) return undefined
  const steps = new Int16Array(await response.arrayBuffer())
  if (steps.length !== SAMPLES * SAMPLES) return undefined
  // The sums are in 16 bits, as the differences are.
  for (let at = 1; at < steps.length; at++) steps[at] = steps[at]! + steps[at - 1]!
  return Float32Array.from(steps, (metres) => (metres === UNKNOWN_HEIGHT ? Number.NaN : metres))
}

/** Whether heights are known in the middle of a track; asked without their bytes. */
export async function hasHeights({ x, y }: { x: Float64Array; y: Float64Array }): Promise<boolean> {
  const middle = x.length >> 1
  const count = 2 ** CHECKED_ZOOM
  const path = addressTile(CHECKED_ZOOM, Math.floor(x[middle]! * count), Math.floor(y[middle]! * count))
  const response =
    path === undefined ? undefined : await fetch(path, { method: 'HEAD' }).catch(() => undefined)
  return response?.ok === true && Number(response.headers.get('content-length')) > 0
}
