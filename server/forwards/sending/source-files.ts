// Files of a watched folder, from when the import has them until they are done.
//
//   taken by an import ── all its flights are there ──> done
//      ^      │         ── refused for good ──────────> done, with the reason
//      │      └────────── refused for now, or nothing is known of the import any more ──┐
//      └── taken again, later with every try <──────────────────────────────────────────┘
//
// A file that has left the list is forgotten, so a source has no more rows than a list may have files.
import { paddedList, toChunks } from '#server/platform/database/chunks.ts'
import { fragment, join, type Sql } from '#server/platform/database/database.ts'
import type { ListedFile } from '../kinds/kind.ts'
import { findNextTryAt } from '../rules.ts'
import type { FileOutcome, ForwardServices } from '../sources.ts'
import { countRoomAgain, type Destination } from '../store.ts'

export interface SourceFile {
  path: string
  /** The ETag, or what stands for it. */
  mark: string
  taken_at: number
  /** Null: done, or to be taken again. */
  import_id: string | null
  /** Null: not to be taken again. */
  again_at: number | null
  tries: number
  words: string | null
}

/** Those with trouble first, then the newest. */
export function listSourceFiles(sql: Sql, id: string, limit: number): Promise<SourceFile[]> {
  return sql<SourceFile>`
    select path, mark, taken_at, import_id, again_at, tries, words from source_files
    where destination_id = ${id} order by case when words is null then 1 else 0 end, taken_at desc, path limit ${limit}`
}

/** The pilot has made room, or wants to see it now. */
export async function takeAgainNow(sql: Sql, nowMs: number, id: string): Promise<void> {
  await sql`
    update source_files set again_at = ${nowMs} where destination_id = ${id} and again_at > ${nowMs}`
}

/** Asks what became of the files that imports have. True when one still has some. */
export async function noteOutcomes(
  { db, forwardable, now }: Pick<ForwardServices, 'db' | 'forwardable' | 'now'>,
  ownerId: string,
  id: string,
): Promise<boolean> {
  const taken = await db.sql<Pick<SourceFile, 'path' | 'tries'> & { import_id: string }>`
    select path, tries, import_id from source_files where destination_id = ${id} and import_id is not null
    order by taken_at limit ${AT_ONCE}`
  let isWaiting = false
  for (const [importId, files] of Map.groupBy(taken, (file) => file.import_id)) {
    const outcomes = await forwardable.outcomes(ownerId, importId)
    for (const file of files) {
      const outcome = outcomes.get(file.path) ?? { state: 'again', reason: null }
      if (outcome.state === 'waiting') isWaiting = true
      else await noteOutcomeOf(db.sql, now(), id, file, outcome)
    }
  }
  return isWaiting
}

async function noteOutcomeOf(
  sql: Sql,
  nowMs: number,
  id: string,
  { path, import_id: importId, tries }: Pick<SourceFile, 'path' | 'import_id' | 'tries'>,
  { state, reason }: FileOutcome,
): Promise<void> {
  const againAt = state === 'again' ? findNextTryAt(nowMs, tries + 1) : null
  await sql`
    update source_files set import_id = null, again_at = ${againAt}, tries = tries + 1,
      words = ${state === 'stored' ? null : reason}
    where destination_id = ${id} and path = ${path} and import_id = ${importId}`
}

const AT_ONCE = 256

/** Of the files that are listed those that are new, changed, or to be taken again by now; files that are not listed are forgotten. */
export async function compareListed(
  sql: Sql,
  nowMs: number,
  { id, user_id: ownerId }: Pick<Destination, 'id' | 'user_id'>,
  listed: readonly ListedFile[],
): Promise<{ fresh: ListedFile[]; known: ReadonlySet<string> }> {
  const [fresh, known]: [ListedFile[], Set<string>] = [[], new Set()]
  for (let start = 0; start < listed.length; start += AT_ONCE) {
    const part = listed.slice(start, start + AT_ONCE)
    const rows = await sql<Pick<SourceFile, 'path' | 'mark' | 'again_at'>>`
      select path, mark, again_at from source_files
      where destination_id = ${id} and path in (${paddedList(part.map(({ path }) => path))})`
    const byPath = new Map(rows.map((row) => [row.path, row]))
    for (const file of part) {
      const row = byPath.get(file.path)
      if (row) known.add(file.path)
      if (row?.mark !== file.mark || (row.again_at !== null && row.again_at <= nowMs)) fresh.push(file)
    }
  }
  const [all] = await sql<{ count: number }>`
    select count(*) as count from source_files where destination_id = ${id}`
  if ((all?.count ?? 0) > known.size) {
    await forgetGone(sql, id, known)
    await countRoomAgain(sql, ownerId)
  }
  return { fresh, known }
}

async function forgetGone(sql: Sql, id: string, known: ReadonlySet<string>): Promise<void> {
  for (let after = ''; ;) {
    const rows = await sql<{ path: string }>`
      select path from source_files where destination_id = ${id} and path > ${after} order by path limit ${AT_ONCE}`
    const gone = rows.filter(({ path }) => !known.has(path)).map(({ path }) => path)
    if (gone.length > 0)
      await sql`delete from source_files where destination_id = ${id} and path in (${paddedList(gone)})`
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.path
  }
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
