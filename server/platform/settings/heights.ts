// Settings of the ground below flights: height files of the operator, and those that the service fetches by itself.
import { join, resolve } from 'node:path'
import { oneOf, text, url, wholeNumber } from './setting-types.ts'

/** The usual size of a file of one second, packed. */
export const FILE_MB = 9
const MEGABYTE = 1e6
const PUBLIC_BUCKET = 'https://s3.amazonaws.com/elevation-tiles-prod/skadi'

export const heightSettings = {
  TERRAIN: oneOf(
    ['manual', 'auto'],
    'manual',
    `auto: fetch heights of the degrees that flights touch from TERRAIN_URL, some ${FILE_MB} MB each; that server learns which degrees are flown`,
  ),
  TERRAIN_MAX_MB: wholeNumber(
    2000,
    50,
    1_000_000,
    'How many megabytes TERRAIN=auto keeps; the least recently used go first',
  ),
  TERRAIN_DIR: text(
    undefined,
    'the path of a folder',
    'Height files (N46E007.hgt, also .gz) for the ground below flights and hill shading; DATA_DIR/terrain with TERRAIN=auto when absent',
  ),
  TERRAIN_URL: {
    ...url(['http:', 'https:'], 'Where TERRAIN=auto finds height files, as N46/N46E007.hgt.gz below it'),
    fallback: PUBLIC_BUCKET,
  },
  TERRAIN_CREDIT: text(
    undefined,
    'any text',
    'The makers of the heights: shown in the corner of the map, as most licences ask for',
  ),
}

export interface HeightConfig {
  /** The folder of the operator's height files, or of those that the service fetches. */
  readonly path: string
  /** Where more of them are fetched from. */
  readonly url: string
  readonly credit: string | undefined
  readonly maxMegabytes: number
  /** Where the service keeps files that it fetches by itself; undefined: the operator has files, and it fetches none. */
  readonly auto: AutoHeights | undefined
}

export interface AutoHeights {
  readonly folder: string
  readonly maxBytes: number
  /** By TERRAIN=auto; without it the operator's page may switch it on. */
  readonly isSet: boolean
}

type Values = { [Name in keyof typeof heightSettings]: ReturnType<(typeof heightSettings)[Name]['parse']> }

export function readHeights(values: Values, dataDir: string): HeightConfig {
  const isSet = values.TERRAIN === 'auto'
  const given = values.TERRAIN_DIR && resolve(values.TERRAIN_DIR)
  const path = given || join(dataDir, 'terrain')
  const mayFetch = isSet || !given
  const isPublic = values.TERRAIN_URL === PUBLIC_BUCKET
  return {
    path,
    url: values.TERRAIN_URL ?? PUBLIC_BUCKET,
    credit: values.TERRAIN_CREDIT ?? (mayFetch && isPublic ? 'Heights: SRTM and others, Mapzen' : undefined),
    maxMegabytes: values.TERRAIN_MAX_MB,
    // Apart from the operator's own files, none of which is ever removed.
    auto: mayFetch
      ? { folder: join(path, 'auto'), maxBytes: values.TERRAIN_MAX_MB * MEGABYTE, isSet }
      : undefined,
  }
}

/** For the operator of an installation without heights. */
export function offerHeights({ url: source, maxMegabytes }: HeightConfig): string {
  return (
    `TERRAIN=auto, or one click on /app/admin, brings relief and the ground below flights: heights of the degrees flown, some ${FILE_MB} MB each and ` +
    `${maxMegabytes} MB at most, from ${new URL(source).host}, which learns which degrees they are.`
  )
}
