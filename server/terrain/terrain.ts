// The ground of this installation: heights and hill shading from the operator's files, in a separate thread, for
// which users take turns. It is started by the first request and gives its memory back when there are no more.
import { existsSync, statSync } from 'node:fs'
import { Piscina } from 'piscina'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { startDeadline } from '#server/platform/concurrency/deadline.ts'
import { createFairSemaphore, QueueFullError } from '#server/platform/concurrency/fair-semaphore.ts'
import { temporarilyUnavailable } from '#server/platform/errors.ts'
import { MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { TerrainError } from '#terrain/heights.ts'
import { findGrowing, findTerrain, type TerrainFiles } from '#terrain/terrain.ts'
import type { Tile } from '#terrain/tile.ts'
import type * as worker from './worker.ts'

export interface Terrain {
  /** Changes with the files. */
  readonly version: string
  /** Metres above sea level at each place; NaN where they are not known. */
  heightsAt(user: string, latitude: ArrayLike<number>, longitude: ArrayLike<number>): Promise<Float32Array>
  /** Hill shading as PNG; null where nothing is known. The signal ends the waiting. */
  shade(user: string, tile: Tile, signal: AbortSignal): Promise<Uint8Array | null>
  /** Heights of a tile, packed; null where nothing is known. */
  readTile(user: string, tile: Tile, signal: AbortSignal): Promise<Uint8Array | null>
}

/** The terrain of an installation, which may get one while it runs. */
export interface Ground {
  /** Undefined while there are no heights. */
  find(): Terrain | undefined
  /** Whether a file has heights in it. */
  canRead(path: string): Promise<boolean>
  close(): Promise<void>
}

const IDLE_TIMEOUT_MS = 5 * MINUTE_MS
const MAX_TASK_MS = MINUTE_MS
const QUEUE = { permits: 1, maxWaiting: 256, maxWaitingPerUser: 32 }
const THREAD_MEMORY_MB = 128
const RETRY_AFTER_SECONDS = 2

/** How often the folder of fetched files is looked at while heights are asked for. */
const LOOK_EVERY_MS = 5 * SECOND_MS

/** Throws with a sentence when the operator has set a folder and there is nothing to read in it. */
export function openTerrainThread({ path, auto }: Config['terrain']): Ground {
  const run = createThread()
  const open = () => createTerrain(run, path, auto?.folder)
  return {
    find: auto && !auto.isSet ? once(auto.folder, open) : always(open()),
    canRead: (file) => run.task('', 'canRead', { path: file }),
    close: run.close,
  }
}

function createTerrain(run: Thread, path: string, keptIn: string | undefined): Terrain {
  const findFiles = keptIn === undefined ? always(find(path, findTerrain)) : follow(path, keptIn)
  return {
    get version() {
      return findFiles().version
    },
    heightsAt: (user, latitude, longitude) => {
      const places = { latitude: Float64Array.from(latitude), longitude: Float64Array.from(longitude) }
      return run.task(user, 'heights', { files: findFiles(), keptIn, ...places })
    },
    shade: (user, tile, signal) => run.task(user, 'shade', { files: findFiles(), keptIn, tile }, signal),
    readTile: (user, tile, signal) =>
      run.task(user, 'readTile', { files: findFiles(), keptIn, tile }, signal),
  }
}

/** Opened when its folder is there, which the job makes with the first file, or that of another process. */
function once(folder: string, open: () => Terrain): () => Terrain | undefined {
  let terrain: Terrain | undefined
  let lookAt = 0
  return () => {
    if (terrain || performance.now() < lookAt) return terrain
    lookAt = performance.now() + LOOK_EVERY_MS
    try {
      if (existsSync(folder)) terrain = open()
    } catch {
      // Files of another kind stand there, which no setting names: they are not ours to read.
    }
    return terrain
  }
}

function find(path: string, findFiles: (path: string) => TerrainFiles): TerrainFiles {
  try {
    return findFiles(path)
  } catch (error) {
    if (error instanceof TerrainError) throw new ConfigError(`TERRAIN_DIR: ${error.message}`)
    throw error
  }
}

const always =
  <Value>(value: Value) =>
  () =>
    value

/** Takes up files that are fetched or removed meanwhile, by this process or another: their folder's time tells. */
function follow(path: string, folder: string): () => TerrainFiles {
  const readTime = () => statSync(folder, { throwIfNoEntry: false })?.mtimeMs
  let changedAt = readTime()
  let files = find(path, findGrowing)
  let lookAt = performance.now() + LOOK_EVERY_MS
  return () => {
    if (performance.now() < lookAt) return files
    lookAt = performance.now() + LOOK_EVERY_MS
    const time = readTime()
    if (time === changedAt) return files
    changedAt = time
    try {
      files = findGrowing(path)
    } catch {
      // Cannot be listed now: the files that are known stay.
    }
    return files
  }
}

type Thread = ReturnType<typeof createThread>

function createThread() {
  const turns = createFairSemaphore(QUEUE)
  let pool: Piscina | undefined
  return {
    async task<Result>(
      user: string,
      name: keyof typeof worker,
      task: object,
      waiting?: AbortSignal,
    ): Promise<Result> {
      const release = await turns.acquire(user, waiting && { signal: waiting }).catch(refuse)
      const { signal, end } = startDeadline(MAX_TASK_MS)
      try {
        pool ??= startPool()
        return (await pool.run(task, { name, signal })) as Result
      } finally {
        end()
        release()
      }
    },
    close: async () => pool?.destroy(),
  }
}

function startPool(): Piscina {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    // On a shared machine the event loop comes first.
    niceIncrement: 10,
  })
  // A thread that dies without a task is replaced; without a listener its error would end the process.
  pool.on('error', () => undefined)
  return pool
}

function refuse(error: unknown): never {
  throw error instanceof QueueFullError
    ? temporarilyUnavailable('Too much of the terrain is being read right now.', RETRY_AFTER_SECONDS)
    : error
}
