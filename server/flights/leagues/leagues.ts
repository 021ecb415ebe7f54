// The leagues of this installation: those that ship with the program, and those that the operator adds as files.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { League as ShownLeague } from '#contract/leagues.ts'
import type { League, LeagueRules } from '#scoring/leagues/league.ts'
import { builtInLeagues, newestRules } from '#scoring/leagues/leagues.ts'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { readLeague } from './league-file.ts'

export interface Leagues {
  readonly all: readonly League[]
  readonly byDefault: League
  /** By which flights are scored: the latest of the default league. */
  readonly rules: LeagueRules
  /** Changes with any of them. */
  readonly version: string
}

const MAX_FILE_BYTES = 1_000_000
const DIGEST_LENGTH = 8

/** Throws with a sentence for each mistake. */
export function openLeagues({ folder, byDefault }: Config['leagues']): Leagues {
  const all = [...builtInLeagues, ...(folder === undefined ? [] : readFolder(folder))]
  const chosen = all.find(({ id }) => id === byDefault)
  if (!chosen) {
    const ids = all.map(({ id }) => id).join(', ')
    throw new ConfigError(`LEAGUE must be the id of a league; "${byDefault}" is none of: ${ids}.`)
  }
  const rules = newestRules(chosen)
  // The score of a flight would depend on where it began, and no one could say by which rules a logbook is scored.
  if (rules.region)
    throw new ConfigError(
      `LEAGUE must be a league whose latest rules hold everywhere; those of "${byDefault}" are for some countries only.`,
    )
  return { all, byDefault: chosen, rules, version: digest(all) }
}

function readFolder(folder: string): League[] {
  let names: string[]
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch (error) {
    throw new ConfigError(`LEAGUES_DIR cannot be read: ${(error as Error).message}`)
  }
  const known = new Map(builtInLeagues.map(({ id }) => [id, 'the program itself']))
  const mistakes: string[] = []
  const leagues: League[] = []
  for (const name of names.sort()) {
    try {
      const league = readLeagueFile(join(folder, name))
      const taken = known.get(league.id)
      if (taken) throw new Error(`${taken} has a league "${league.id}" already.`)
      known.set(league.id, name)
      leagues.push(league)
    } catch (error) {
      mistakes.push(`${name}: ${(error as Error).message}`)
    }
  }
  if (mistakes.length > 0) throw new ConfigError(`The leagues in LEAGUES_DIR:\n${mistakes.join('\n')}`)
  return leagues
}

/** Throws with a sentence. Rules that change keep no version: a rescore must find the flights that were scored by the old ones. */
export function readLeagueFile(path: string): League {
  const bytes = readFileSync(path)
  if (bytes.length > MAX_FILE_BYTES) throw new Error(`The file has more than ${MAX_FILE_BYTES} bytes.`)
  const league = readLeague(bytes.toString())
  const rules = league.rules.map((row) => ({ ...row, version: `${row.version}+${digest(row)}` }))
  return { ...league, rules }
}

export function digest(value: object): string {
  return hash('sha256', JSON.stringify(value)).slice(0, DIGEST_LENGTH)
}

/** As the contract shows them. */
export function showLeagues({ all, byDefault }: Leagues): ShownLeague[] {
  return all.map(({ id, name, seasonStart, rules }) => ({
    id,
    name,
    isDefault: id === byDefault.id,
    seasonStart,
    rules: rules.map(showRules),
  }))
}

function showRules({ name: _name, region, ...rules }: LeagueRules): ShownLeague['rules'][number] {
  return {
    ...rules,
    sources: [...rules.sources],
    refuses: [...rules.refuses],
    countries: region && 'countries' in region ? [...region.countries] : null,
    exceptCountries: region && 'except' in region ? [...region.except] : null,
    categories: rules.categories.map(({ closing, ...category }) => ({
      ...category,
      closing: Number.isFinite(closing.share) ? { ...closing } : null,
    })),
  }
}
