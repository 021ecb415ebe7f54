// The page's knowledge of the terrain: the server says in its head whether there is any.
import type { FlightGround } from '#dashboard/flights.ts'
import { type GroundColumns, readGround } from './flight-columns.ts'

/** The address of tiles with hill shading; undefined when the operator has no height files. */
export function findShading(): string | undefined {
  return readMeta('map-shading')
}

/** The makers of the heights, as plain text. */
export function findCredit(): string | undefined {
  return readMeta('map-shading-credit')
}

/** The server, which writes the first page, has no document. */
export function readMeta(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}

/** Undefined when there is none, or it cannot be loaded: the flight is shown all the same. */
export async function loadGround(read: () => Promise<FlightGround>): Promise<GroundColumns | undefined> {
  if (findShading() === undefined) return undefined
  try {
    const ground = readGround(await read())
    return ground.ground.some((height) => height !== null) ? ground : undefined
  } catch {
    return undefined
  }
}
