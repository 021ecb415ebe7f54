// Pages of a ranking, and one pilot's row with its reasons.
import type { Places, PlacesQuery, RankingRow, RowFlights } from '#contract/clubs/api.ts'
import { writeUnits } from '#rankings/figure.ts'
import { combine } from '#rankings/rank.ts'
import type { Sql } from '#server/platform/database/database.ts'
import * as results from '../results-store.ts'
import { noSuchRow } from '../season.ts'
import type { StoredRanking } from '../store.ts'

const DEFAULT_PAGE_SIZE = 25

export const toFigure = (units: number, { rule }: StoredRanking) =>
  Number(writeUnits(units, rule.figure.decimals))

export async function listPlaces(
  sql: Sql,
  ranking: StoredRanking,
  { page = 1, pageSize = DEFAULT_PAGE_SIZE, club }: PlacesQuery,
): Promise<Places> {
  const slice = { offset: (page - 1) * pageSize, limit: pageSize }
  const found = await results.listPage(sql, ranking.id, ranking.rule.ties ?? [], { ...slice, clubId: club })
  const names = await results.listNames(
    sql,
    found.map(({ key }) => key),
  )
  const [first] =
    found.length > 0 ? found : await results.listPage(sql, ranking.id, [], { offset: 0, limit: 1 })
  return { data: found.map((row) => showRow(row, names, ranking)), rows: first?.rows ?? 0 }
}

export function showRow(
  { key, place, rows, sum, flights }: results.PageRow,
  names: ReadonlyMap<string, string>,
  ranking: StoredRanking,
): RankingRow {
  const { rule } = ranking
  const isNamedByKey = rule.group.by === 'team' || rule.group.by === 'day'
  const hasPlaces = rows >= (rule.leastRows ?? 0)
  return {
    key,
    name: isNamedByKey ? key : (names.get(key) ?? null),
    place: hasPlaces ? place : null,
    sum: toFigure(sum, ranking),
    flights,
  }
}

/** A row that several pilots may bring flights to: those that count, with their pilots. */
export async function showRowFlights(sql: Sql, ranking: StoredRanking, key: string): Promise<RowFlights> {
  const { id, rule } = ranking
  const [row] = await results.listPage(sql, id, rule.ties ?? [], { offset: 0, limit: 1, key })
  if (!row) throw noSuchRow()
  const members = await results.listMembers(sql, id, [key])
  const pilotOf = new Map(members.flatMap(({ pilot, flights }) => flights.map((one) => [one.id, pilot])))
  const names = await results.listNames(sql, [key, ...new Set(pilotOf.values())])
  return {
    row: showRow(row, names, ranking),
    flights: combine(rule, key, members).flights.map(({ id: entry, date, figure }) => {
      const pilot = pilotOf.get(entry)!
      return { pilot, name: names.get(pilot) ?? null, date, figure: toFigure(figure, ranking) }
    }),
  }
}

const LINE_END = '\r\n'

/** A spreadsheet must not run a name as a formula. */
const toCell = (value: string | number | null) => {
  const text = String(value ?? '')
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export function writeCsv({ data }: Places): string {
  const lines = data.map(({ place, name, sum, flights, key }) =>
    [place, name, sum, flights, key].map(toCell).join(','),
  )
  return ['place,name,sum,flights,key', ...lines, ''].join(LINE_END)
}
