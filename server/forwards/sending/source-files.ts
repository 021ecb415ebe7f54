// Files of a watched folder, from when the import has them until they are settled.
//
//   taken by an import ── all its flights are there ──> settled
//      ^      │         ── refused for good ──────────> settled, with the reason
//      │      └────────── refused for now, or nothing is known of the import any more ──┐
//      └── taken again, later with every try <──────────────────────────────────────────┘
import { paddedList, toChunks } from '#server/platform/database/chunks.ts'
import { fragment, join, nothing, type Sql } from '#server/platform/database/database.ts'
import type { ListedFile } from '../kinds/kind.ts'
import { findNextTryAt } from '../rules.ts'
import type { FileOutcome, ForwardServices } from '../sources.ts'

export interface SourceFile {
  path: string
  /** The ETag, or what stands for it. */
  mark: string
  taken_at: number
  /** Null: settled, or to be taken again. */
  import_id: string | null
  /** Null: not to be taken again. */
  again_at: number | null
  tries: number
  words: string | null
}

/** Those with trouble first, then the newest. */
export function listSourceFiles(sql: Sql, id: string, limit?: number): Promise<SourceFile[]> {
  const atMost = limit === undefined ? nothing : fragment`limit ${limit}`
  return sql<SourceFile>`
    select path, mark, taken_at, import_id, again_at, tries, words from source_files
    where destination_id = ${id} order by case when words is null then 1 else 0 end, taken_at desc, path ${atMost}`
}

/** The pilot has made room, or wants to see it now. */
export async function takeAgainNow(sql: Sql, nowMs: number, id: string): Promise<void> {
  await sql`
    update source_files set again_at = ${nowMs} where destination_id = ${id} and again_at > ${nowMs}`
}

/** Asks what became of the files that imports have. True when one still has some. */
export async function settleFiles(
  { db, forwardable, now }: Pick<ForwardServices, 'db' | 'forwardable' | 'now'>,
  ownerId: string,
  id: string,
): Promise<boolean> {
  const taken = (await listSourceFiles(db.sql, id)).filter((file) => file.import_id !== null)
  let isWaiting = false
  for (const [importId, files] of Map.groupBy(taken, (file) => file.import_id!)) {
    const outcomes = await forwardable.outcomes(ownerId, importId)
    for (const file of files) {
      const outcome = outcomes.get(file.path) ?? { state: 'again', reason: null }
      if (outcome.state === 'waiting') isWaiting = true
      else await settleFile(db.sql, now(), id, file, outcome)
    }
  }
  return isWaiting
}

async function settleFile(
  sql: Sql,
  nowMs: number,
  id: string,
  { path, import_id: importId, tries }: SourceFile,
  { state, reason }: FileOutcome,
): Promise<void> {
  const againAt = state === 'again' ? findNextTryAt(nowMs, tries + 1) : null
  await sql`
    update source_files set import_id = null, again_at = ${againAt}, tries = tries + 1,
      words = ${state === 'stored' ? null : reason}
    where destination_id = ${id} and path = ${path} and import_id = ${importId}`
}

/** New, changed, or to be taken again by now. */
export function listFresh(
  files: readonly ListedFile[],
  known: readonly SourceFile[],
  nowMs: number,
): ListedFile[] {
  const byPath = new Map(known.map((file) => [file.path, file]))
  return files.filter(({ path, mark }) => {
    const file = byPath.get(path)
    return file?.mark !== mark || (file.again_at !== null && file.again_at <= nowMs)
  })
}

export async function noteTaken(
  sql: Sql,
  nowMs: number,
  id: string,
  importId: string,
  files: readonly ListedFile[],
): Promise<void> {
  for (const chunk of toChunks(files)) {
    const rows = chunk.map(({ path, mark }) => fragment`(${id}, ${path}, ${mark}, ${nowMs}, ${importId})`)
    await sql`
      insert into source_files (destination_id, path, mark, taken_at, import_id) values ${join(rows, ', ')}
      on conflict (destination_id, path) do update set taken_at = excluded.taken_at, import_id = excluded.import_id,
        tries = case when source_files.mark = excluded.mark then source_files.tries else 0 end,
        mark = excluded.mark, again_at = null, words = null`
  }
}

/** Of those that are to be taken again: they are not there any more. */
export async function forgetGone(
  sql: Sql,
  id: string,
  known: readonly SourceFile[],
  listed: readonly ListedFile[],
): Promise<void> {
  const there = new Set(listed.map(({ path }) => path))
  const gone = known.filter(({ path, again_at: againAt }) => againAt !== null && !there.has(path))
  for (const chunk of toChunks(gone.map(({ path }) => path)))
    await sql`
      delete from source_files
      where destination_id = ${id} and again_at is not null and path in (${paddedList(chunk)})`
}
