// The cost of authentication and accounting (look-up, rate limits, ledger, log, metrics): reads of a warm service without a
// credential and with each kind of them, as ratios to a warm bare Fastify route that sends the same bytes.
// `npm run bench -- access` on SQLite; with DATABASE_URL set on that PostgreSQL (a database to throw away).
import { issueCredential } from '#test/support/access/issuing.ts'
import type { BuiltServices } from '#server/services.ts'
import { bearer, createUser } from '#test/support/people.ts'
import type { TestServer } from '#test/support/server.ts'
import { measureReads, type Read, reportReads } from './support/read-costs.ts'

async function issueBoth(services: BuiltServices): Promise<{ key: string; token: string }> {
  const { id: userId } = await createUser({ services } as TestServer)
  const issue = async (kind: 'key' | 'access_token') => {
    const credential = { kind, userId, scopes: ['profile:read', 'profile:email'] as const, name: 'bench' }
    return (await issueCredential(services.db.sql, services.now(), credential)).secret
  }
  return { key: await issue('key'), token: await issue('access_token') }
}

const { prepared, compare, stop } = await measureReads(issueBoth)
const profile = { path: '/api/v1/profile', route: 'json' } as const
const reads: Read[] = [
  { name: 'no credential', path: '/api/v1', route: 'json' },
  { name: 'access token', ...profile, headers: bearer(prepared.token) },
  { name: 'personal key', ...profile, headers: bearer(prepared.key) },
]
try {
  const rows: Record<string, unknown>[] = []
  for (const read of reads) rows.push(await compare(read))
  reportReads('access', rows)
} finally {
  await stop()
}
