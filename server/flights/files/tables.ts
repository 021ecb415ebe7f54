// The tables with files, which are alike: what is done with the files of flights is done with those of photos.
import { fragment, type Fragment } from '#server/platform/database/database.ts'

export interface FileTable {
  /** Whose files they are. */
  readonly of: 'flight' | 'photo'
  readonly name: Fragment
  readonly key: Fragment
  /** The hash of the file of a row `s`. */
  readonly hash: Fragment
}

export const flightFiles: FileTable = {
  of: 'flight',
  name: fragment`flight_files`,
  key: fragment`flight_id`,
  hash: fragment`(select f.hash from flights f where f.id = s.flight_id)`,
}

export const photoFiles: FileTable = {
  of: 'photo',
  name: fragment`photo_files`,
  key: fragment`photo_id`,
  hash: fragment`s.hash`,
}

export const fileTables: readonly FileTable[] = [flightFiles, photoFiles]

/** A file where it is kept. */
export interface PlacedFile {
  /** The id of its flight, or of its photo. */
  key: string
  hash: string
  byteLength: number
  /** Empty when it is outside the database. */
  compressed: Uint8Array
  isOutside: boolean
  /** SHA-256 of the bytes as they are stored; null for files of earlier releases. */
  storedHash: string | null
}
