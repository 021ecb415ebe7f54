import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CredentialKind } from '#server/access/credentials.ts'
import { endedKinds, requireAccessOwners, reviewKinds } from '#server/access/review-kinds.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

/** Tables that know a user and give no access to the account, and why. */
const noAccess: Record<string, string> = {
  airspace_files: 'airspaces',
  access_ledger: 'tells what was accessed',
  deleted_flights: 'flights',
  deliveries: 'what webhooks were sent',
  events: 'what webhooks are to be sent',
  flight_counters: 'flights',
  gliders: 'names of gliders',
  idempotency_keys: 'which upload was repeated',
  imports: 'flights',
  incidents: 'tells which token was replayed',
  privacy_zones: 'places that others do not see',
  passkey_challenges: 'worth nothing without a passkey',
  profile_images: 'pictures',
  refusals: 'tells which request was refused',
  signature_checks: 'flights',
  signature_consents: 'where files may be sent',
  security_events: 'tells what happened',
  takeoff_pilots: 'flights',
  takeoff_suggestions: 'names of places',
}

const kinds = Object.values({ ...endedKinds, ...reviewKinds }) as {
  tables: readonly string[]
  madeAt: string
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

suite('the kinds of what gives access', () => {
  test('have every table that knows a user, or it is known to give no access', async (context) => {
    const schema = await readSchema(await startServer(context))
    const owned = [...schema].filter(([, columns]) => columns.some((name) => /^(user|owner)_id$/.test(name)))
    const unknown = owned.map(([table]) => table).filter((table) => !listed.has(table) && !noAccess[table])
    assert.deepEqual(
      unknown,
      [],
      'add it to server/access/review-kinds.ts, or say here why it gives no access',
    )
    for (const table of [...listed, ...Object.keys(noAccess)])
      assert.ok(schema.has(table), `${table} is there`)
    for (const table of Object.keys(noAccess)) assert.ok(!listed.has(table), `${table} is in one list`)
    for (const { tables, madeAt } of kinds)
      assert.ok(schema.get(tables[0] ?? '')?.includes(madeAt), `${tables[0]}.${madeAt} says when`)
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
