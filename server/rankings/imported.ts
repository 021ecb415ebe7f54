// Results of a season that was flown elsewhere: a table, kept as it was given.
import type { ImportedSeason } from '#contract/clubs/api.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { toCanonicalJson } from '#rankings/canonical.ts'
import { findSeasonMistakes, hashRule, toCanonicalRule } from '#rankings/rule.ts'
import { type CsvRow, splitCsv } from '#server/platform/files/csv.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { createId } from '#server/platform/ids.ts'
import * as results from './results-store.ts'
import { MAX_RANKINGS, noSuchRow, requireManagerOf, requireNone } from './season.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Season, StoredRanking } from './store.ts'

const NEEDED = ['place', 'name', 'sum'] as const
const columns: readonly string[] = [...NEEDED, 'club', 'class']
type Cells = Partial<Record<string, string>>
/** The rest of a table is mostly wrong in the same way. */
const MAX_MISTAKES = 10
const KEY_DIGITS = 4

const IS_PLACE = /^[1-9]\d{0,4}$/
const IS_TEXT = /^[^\p{Cc}\p{Cf}]{1,80}$/u
/** Also with a comma, as tables have it whose cells end at semicolons. */
const IS_SUM = /^(\d{1,9})(?:[.,](\d{1,4}))?$/

interface Result {
  readonly place: number
  readonly name: string
  readonly class: string | undefined
  /** Digits before and after the decimal point. */
  readonly sum: readonly [whole: string, fraction: string]
}

export async function importSeason(
  services: RankingServices,
  userId: string,
  { club: clubId, name, from, to, figure = 'points', csv, werePublic = false }: ImportedSeason,
): Promise<string> {
  const { db, now } = services
  // Days of results are not counted, so they have no time zone of a place.
  const terms = { from, to, timeZone: 'UTC' }
  requireNone(findSeasonMistakes(terms))
  await requireManagerOf(services, userId, clubId)
  const found = readResults(csv)
  const decimals = Math.max(...found.map(({ sum }) => sum[1].length))
  const rule: RankingRule = {
    audience: werePublic ? 'public' : 'members',
    figure: { of: figure, decimals },
    choice: {},
    group: { by: 'pilot' },
  }
  const [text, ruleHash] = [toCanonicalJson(toCanonicalRule(rule)), await hashRule(rule)]
  const seasonId = createId(now())
  await db.transaction(async (sql) => {
    const season = { id: seasonId, clubId, name, terms, closedAt: now(), isImported: true }
    await store.insertSeason(sql, now(), season)
    for (const [ofClass, rows] of Map.groupBy(found, (row) => row.class)) {
      const id = createId(now())
      await store.putRanking(sql, now(), { id, seasonId, name: ofClass ?? name, rule: text, ruleHash })
      await results.insertImported(
        sql,
        rows.map(({ place, name: shown, sum: [whole, fraction] }, at) => ({
          rankingId: id,
          key: String(at + 1).padStart(KEY_DIGITS, '0'),
          place,
          name: shown,
          sum: Number(whole + fraction.padEnd(decimals, '0')),
        })),
      )
    }
  })
  return seasonId
}

export async function deleteImported({ db }: RankingServices, { id, isImported }: Season): Promise<void> {
  if (!isImported)
    throw invalidRequest('Pilots have entered this season or may do so: close it, it is not deleted.')
  await store.deleteSeason(db.sql, id)
}

export async function unnameRow({ db }: RankingServices, { id }: StoredRanking, key: string): Promise<void> {
  if (!(await results.unname(db.sql, id, key))) throw noSuchRow()
}

const refuse = (mistakes: readonly string[]) => requireNone(mistakes.slice(0, MAX_MISTAKES))

function readResults(csv: string): Result[] {
  // Excel begins its files with U+FEFF, and separates by semicolons where decimals have commas.
  const text = csv.replace(/^\uFEFF/, '')
  const separator = /^[^\r\n]*;/.test(text) ? ';' : ','
  const [header, ...lines] = splitCsv(text, separator)
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  refuse(findHeaderMistakes(names))
  if (lines.length === 0) throw invalidRequest('The table has no rows.')
  const rows = lines.map((line) => ({ line, cells: nameCells(names, line) }))
  refuse(rows.flatMap(({ line, cells }) => findRowMistakes(line, names, cells)))
  const found = rows.map(({ cells }) => toResult(cells))
  if (new Set(found.map((row) => row.class)).size > MAX_RANKINGS)
    throw invalidRequest(`A season has at most ${MAX_RANKINGS} rankings, so a table as many classes.`)
  return found
}

const nameCells = (names: readonly string[], { cells }: CsvRow): Cells =>
  Object.fromEntries(names.map((name, at) => [name, cells[at]?.trim() ?? '']))

function findHeaderMistakes(names: readonly string[]): string[] {
  const missing = NEEDED.filter((column) => !names.includes(column))
  if (missing.length > 0)
    return [
      `Line 1: the table must begin with the names of its columns, and ${missing.join(', ')} is missing.`,
    ]
  const wrong = names.find((name, at) => !columns.includes(name) || names.indexOf(name) < at)
  return wrong === undefined
    ? []
    : [`Line 1: the columns are ${columns.join(', ')}, each once; "${wrong.slice(0, 40)}" is not.`]
}

function findRowMistakes({ line, cells, fault }: CsvRow, names: readonly string[], row: Cells): string[] {
  const tell = (mistake: string) => [`Line ${line}: ${mistake}.`]
  if (fault !== undefined) return tell(`it ${fault}`)
  if (cells.length !== names.length)
    return tell(`its cells are ${cells.length}, and the columns are ${names.length}`)
  if (!IS_PLACE.test(row.place!)) return tell('place must be a whole number from 1 to 99999')
  if (!IS_TEXT.test(row.name!)) return tell('name must be text of 1 to 80 characters')
  if (!IS_SUM.test(row.sum!))
    return tell('sum must be a number such as 165.47, without signs between its digits')
  if (row.club && !IS_TEXT.test(row.club)) return tell('club must be text of at most 80 characters')
  if (row.class !== undefined && !IS_TEXT.test(row.class))
    return tell('class must be text of 1 to 80 characters')
  return []
}

/** Checked before. The club of that time may not exist here, so it is part of the name. */
function toResult({ place, name, sum, club, class: ofClass }: Cells): Result {
  const [, whole = '', fraction = ''] = IS_SUM.exec(sum!)!
  return {
    place: Number(place),
    name: club ? `${name} (${club})` : name!,
    class: ofClass,
    sum: [whole, fraction],
  }
}
