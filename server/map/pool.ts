// The thread that cuts the built-in map to a view: started by the first request, ended when there are no more.
import { Piscina } from 'piscina'
import type { BaseMap } from '#dashboard/map.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import type { View } from './atlas.ts'
import type { NamedTown } from './towns.ts'

const IDLE_TIMEOUT_MS = 5 * MINUTE_MS

export interface AtlasPool {
  run(view: View): Promise<BaseMap>
  findTowns(text: string, limit: number): Promise<NamedTown[]>
  destroy(): Promise<void>
}

export function createAtlasPool(): AtlasPool {
  const pool = new Piscina({
    filename: new URL('./atlas.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
    // Cutting makes many short-lived numbers: with the usual room for them a view takes 6 MB more, and is no faster.
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  })
  return {
    run: (view) => pool.run(view) as Promise<BaseMap>,
    findTowns: (text, limit) => pool.run({ text, limit }, { name: 'findTowns' }) as Promise<NamedTown[]>,
    destroy: () => pool.destroy(),
  }
}
