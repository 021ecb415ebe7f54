// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CredentialKind } from '#server/access/credentials.ts'
import { requireAccessOwners, reviewKinds } from '#server/access/review-kinds.ts'
import { shareServer, type TestServer } from '#test/support/server.ts'

/** Tables that know a user and give no access to the account, and why. */
const noAccess: Record<string, string> = {
  sessions: 'ended by every recovery',
  one_time_secrets: 'ended by every recovery, or worth nothing without a passkey',
  airspace_files: 'airspaces',
  airspaces: 'airspaces',
  access_ledger: 'tells what was accessed',
  club_members: 'clubs',
  clubs: 'clubs',
  entry_decisions: 'rankings',
  ranking_entries: 'rankings',
  ranking_scores: 'rankings',
  rankings: 'rankings',
  seasons: 'rankings',
  copies_to_judge: 'flights',
  deleted_flights: 'flights',
  deliveries: 'what webhooks were sent',
  delivery_attempts: 'what webhooks were sent',
  events: 'what webhooks are to be sent',
  forwards: 'what destinations were sent',
  unwanted_mail: 'who has ended the email of flights',
  source_files: 'which files of a watched folder were taken',
  flight_analyses: 'flights',
  flight_counters: 'flights',
  flight_files: 'flights',
  gliders: 'names of gliders',
  idempotency_keys: 'which request was repeated',
  import_entries: 'flights',
  imports: 'flights',
  incidents: 'tells which token was replayed',
  photo_files: 'photos',
  profile_images: 'pictures',
  refusals: 'tells which request was refused',
  queue: 'work that waits',
  security_events: 'tells what happened',
  takeoff_pilots: 'flights',
  upload_failures: 'tells which uploads failed',
}

const kinds = Object.values(reviewKinds) as {
  tables: readonly string[]
  credentials?: readonly string[]
}[]
const listed = new Set(kinds.flatMap(({ tables }) => tables))

/** Table -> columns, of both engines. */
async function readSchema({ services }: TestServer): Promise<Map<string, string[]>> {
  const { sql } = services.db
  const rows = await (services.config.databaseUrl === undefined
    ? sql<{ table: string; column: string }>`
        select t.name as "table", c.name as "column" from sqlite_schema t, pragma_table_info(t.name) c
        where t.type = 'table'`
    : sql<{ table: string; column: string }>`
        select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = current_schema()`)
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return tables
}

/** Table -> tables that its foreign keys lead to, of both engines. */
async function readForeignKeys({ services }: TestServer): Promise<Map<string, string[]>> {
  const { sql } = services.db
  const rows = await (services.config.databaseUrl === undefined
    ? sql<{ table: string; target: string }>`
        select t.name as "table", k."table" as target from sqlite_schema t, pragma_foreign_key_list(t.name) k
        where t.type = 'table'`
    : sql<{ table: string; target: string }>`
        select c.conrelid::regclass::text as "table", c.confrelid::regclass::text as target
        from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`)
  const targets = new Map<string, string[]>()
  for (const { table, target } of rows) targets.set(table, [...(targets.get(table) ?? []), target])
  return targets
}

/** Whether rows of the table are, over however many tables, somebody's. */
function leadsToUsers(keys: Map<string, string[]>, table: string, seen = new Set<string>()): boolean {
  if (table === 'users') return true
  if (seen.has(table)) return false
  seen.add(table)
  return (keys.get(table) ?? []).some((target) => leadsToUsers(keys, target, seen))
}

suite('the kinds of what gives access', () => {
  test('have every table that knows a user, or it is known to give no access', async () => {
    const server = await shareServer()
    const [schema, keys] = [await readSchema(server), await readForeignKeys(server)]
    const isOwned = (table: string, columns: string[]) =>
      leadsToUsers(keys, table) || columns.some((name) => /^(user|owner)_id$/.test(name))
    const owned = [...schema].filter(([table, columns]) => table !== 'users' && isOwned(table, columns))
    assert.ok(
      owned.some(([table]) => table === 'merged_references'),
      'over the flights',
    )
    const unknown = owned.map(([table]) => table).filter((table) => !listed.has(table) && !noAccess[table])
    assert.deepEqual(
      unknown,
      [],
      'add it to server/access/review-kinds.ts, or say here why it gives no access',
    )
    for (const table of [...listed, ...Object.keys(noAccess)])
      assert.ok(schema.has(table), `${table} is there`)
    for (const table of Object.keys(noAccess)) assert.ok(!listed.has(table), `${table} is in one list`)
  })

  test('have every kind of credential', async () => {
    const known = { access_token: true, key: true, device: true } satisfies Record<CredentialKind, true>
    const covered = new Set(kinds.flatMap(({ credentials = [] }) => credentials))
    assert.deepEqual(Object.keys(known).toSorted(), [...covered].toSorted())
  })

  test('have one owner each, or the service does not start', () => {
    const owner = { list: async () => [], end: async () => undefined }
    const all = Object.fromEntries(Object.keys(reviewKinds).map((name) => [name, owner]))
    assert.deepEqual(requireAccessOwners([{ access: all }, {}]), all)
    const { webhook: _webhook, ...most } = all
    assert.throws(() => requireAccessOwners([{ access: most }]), /"webhook" needs exactly one owner/)
    assert.throws(() => requireAccessOwners([{ access: all }, { access: { key: owner } }]), /"key"/)
  })
})
