// Heights of map tiles, from the operator's files.
import { UNKNOWN_HEIGHT } from '#dashboard/heights.ts'
import { findShading } from '../map/ground.ts'

/** Samples of a side; the outermost are shared with the neighbouring tiles. */
export const SAMPLES = 129
export const MIN_HEIGHT_ZOOM = 7
export const MAX_HEIGHT_ZOOM = 12

/** Metres, row by row from north to south, NaN where they are not known. */
export type HeightTile = Float32Array

/** Undefined when nothing in it is known, or it cannot be loaded. */
export async function loadHeights(z: number, x: number, y: number): Promise<HeightTile | undefined> {
  const address = findShading()?.replace('/shade/', '/heights/')
  if (address === undefined) return undefined
  const path = address.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
  const response = await fetch(path).catch(() => undefined)
  if (!response?.ok) return undefined
  const steps = new Int16Array(await response.arrayBuffer())
  if (steps.length !== SAMPLES * SAMPLES) return undefined
  // The sums are in 16 bits, as the differences are.
  for (let at = 1; at < steps.length; at++) steps[at] = steps[at]! + steps[at - 1]!
  return Float32Array.from(steps, (metres) => (metres === UNKNOWN_HEIGHT ? Number.NaN : metres))
}
