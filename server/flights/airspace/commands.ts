// The operator's commands about airspace.
import { readFileSync } from 'node:fs'
import { CommandFailure, type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { isDay } from '#server/platform/time.ts'
import { readAirspaceFile } from '../scorer/airspace.ts'
import { keepAirspaces } from './files.ts'
import { listAirspaceFiles, removeAirspaceFile } from './store.ts'

const MAX_FILE_BYTES = 64_000_000
const USAGE = 'Usage: airspace import FILE --region NAME --valid-from YYYY-MM-DD'

/** FILE is OpenAir. Importing the same region and date again replaces what was imported before. */
export async function importAirspaces(
  services: Services,
  options: Options,
  [path]: readonly string[],
): Promise<object> {
  if (path === undefined) throw new Error(USAGE)
  const region = requireOption(options, 'region')
  const validFrom = requireOption(options, 'valid-from')
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u.test(region))
    throw new Error('--region must be up to 60 letters, digits, spaces, dots and dashes, such as CH.')
  if (!isDay(validFrom)) throw new Error('--valid-from must be a date, such as 2026-04-16.')
  const bytes = readFileSync(path)
  if (bytes.length > MAX_FILE_BYTES) throw new Error(`The file has more than ${MAX_FILE_BYTES} bytes.`)
  const read = readAirspaceFile(bytes)
  const found = { problems: read.problems, diagnoses: read.diagnoses.map(({ message }) => message) }
  if (read.airspaces.length === 0)
    throw new CommandFailure('The file has no airspaces; nothing was imported.', found)
  const { id, airspaces } = await keepAirspaces(services, { ownerId: null, region, validFrom }, read)
  return { id, region, validFrom, airspaces, ...found }
}

export async function listAirspaces({ db }: Services): Promise<object> {
  const files = await listAirspaceFiles(db.sql, null)
  return {
    files: files.map(({ id, region, validFrom, airspaces, createdAt }) => ({
      id,
      region,
      validFrom,
      airspaces,
      importedAt: new Date(createdAt).toISOString(),
    })),
  }
}

export async function removeAirspaces({ db }: Services, options: Options): Promise<object> {
  const id = requireOption(options, 'id')
  const isGone = await db.transaction((sql) => removeAirspaceFile(sql, null, id))
  if (!isGone) throw new Error(`There is no airspace file ${id}; airspace list has them.`)
  return { removed: id }
}
