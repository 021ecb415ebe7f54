// The operator's commands about flights.
import { readFileSync } from 'node:fs'
import { findOption, type Options } from '#server/platform/options.ts'
import { moveFiles } from './files/move-files.ts'
import { readLeagueFile } from './leagues/leagues.ts'
import type { LeagueServices } from './leagues/scores.ts'
import { rescoreFlights, type RescoreReport } from './rescore/rescore.ts'
import { importTakeoffs, type ImportReport } from './takeoffs/import.ts'
import type { FlightServices } from './record/services.ts'

/** FILE is CSV (id, name, longitude, latitude; altitude and country when it has them) or GeoJSON. */
export async function importTakeoffsFile(
  services: FlightServices,
  options: Options,
  [path]: readonly string[],
): Promise<ImportReport> {
  if (path === undefined) throw new Error('Usage: takeoffs import FILE [--source NAME]')
  return importTakeoffs(services, readFileSync(path, 'utf8'), findOption(options, 'source') ?? 'import')
}

/** FILE as it would be in LEAGUES_DIR. */
export function checkLeague([path]: readonly string[]): object {
  if (path === undefined) throw new Error('Usage: leagues check FILE')
  const { id, name, rules } = readLeagueFile(path)
  return { id, name, versions: rules.map(({ version }) => version) }
}

/** To the first place that FILES_URL names. */
export async function moveAllFiles(services: FlightServices): Promise<object> {
  const report = await moveFiles(services)
  const next =
    services.files.stores.length > (services.files.first ? 1 : 0)
      ? 'Leave only the first place in FILES_URL, restart every node, and run this once more.'
      : 'Everything is where FILES_URL says.'
  return { ...report, next }
}

export function rescoreAll(services: LeagueServices): Promise<RescoreReport> {
  return rescoreFlights(services, {
    onProgress: ({ rescored, failed }) =>
      process.stderr.write(`Flights scored again: ${rescored}; failed: ${failed.length}\n`),
  })
}
