// The nodes that use the database, by their own account: a value is sealed again only when all of them can open it.
//
// A node writes its row at its start and every ten seconds, and deletes it at its end. One that was killed is taken for
// running until its row is a minute old.
import { createId } from './ids.ts'
import type { Sql } from './database/database.ts'
import { fingerprintOf } from './installation-secret.ts'
import { sealedFormats, type Secrets } from './secrets.ts'
import type { CheckFinding } from './checks/check.ts'
import type { Services } from './services.ts'
import { MINUTE_MS, SECOND_MS } from './time.ts'

const ANNOUNCE_EVERY_MS = 10 * SECOND_MS
const GONE_AFTER_MS = MINUTE_MS

export interface RunningNode {
  id: string
  release: string
  /** Formats with the fingerprint of a secret: `cs1:1f9a…`. */
  opens: string[]
  startedAt: number
  seenAt: number
  /** serving, working; empty for a node of a release before this was said. */
  roles: string[]
  findings: Findings
}

type Findings = CheckFinding[]

export interface Announcement {
  stop(): Promise<void>
}

export async function startAnnouncing(
  services: Pick<Services, 'checks' | 'db' | 'now' | 'secrets'>,
  release: string,
  roles: readonly string[] = [],
  everyMs = ANNOUNCE_EVERY_MS,
): Promise<Announcement> {
  const { checks, now, secrets } = services
  const { sql } = services.db.forJobs()
  const opens = listOpened(secrets).join(' ')
  const node = { id: createId(now()), release, opens, roles: roles.join(' '), startedAt: now() }
  const say = async () => announce(sql, node, now(), await checks.findAll())
  await announce(sql, node, now(), [])
  // While the database is away, the next one may succeed.
  const timer = setInterval(() => void say().catch(() => undefined), everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await sql`delete from nodes where id = ${node.id}`.catch(() => undefined)
    },
  }
}

async function announce(
  sql: Sql,
  node: { id: string; release: string; opens: string; roles: string; startedAt: number },
  nowMs: number,
  findings: Findings,
): Promise<void> {
  const { id, release, opens, roles, startedAt } = node
  await sql`
    insert into nodes (id, release, opens, roles, started_at, seen_at, findings)
    values (${id}, ${release}, ${opens}, ${roles}, ${startedAt}, ${nowMs}, ${JSON.stringify(findings)})
    on conflict (id) do update set seen_at = excluded.seen_at, findings = excluded.findings`
}

/** Formats and keys that a node with these secrets can open. */
function listOpened(secrets: Secrets): string[] {
  return secrets.flatMap((secret) => sealedFormats.map((format) => `${format}:${fingerprintOf(secret)}`))
}

export async function listNodes(sql: Sql, nowMs: number): Promise<RunningNode[]> {
  const rows = await sql<{
    id: string
    release: string
    opens: string
    started_at: number
    seen_at: number
    roles: string
    findings: string
  }>`
    select id, release, opens, started_at, seen_at, roles, findings from nodes where seen_at > ${nowMs - GONE_AFTER_MS}
    order by started_at, id`
  return rows.map(({ id, release, opens, started_at, seen_at, roles, findings }) => ({
    id,
    release,
    opens: opens.split(' '),
    startedAt: started_at,
    seenAt: seen_at,
    roles: roles.split(' ').filter(Boolean),
    findings: JSON.parse(findings) as Findings,
  }))
}

/** Throws a sentence for the operator while a node runs that could not open what is sealed now with the first secret. */
export async function requireReaders(sql: Sql, nowMs: number, [first]: Secrets): Promise<void> {
  const wanted = listOpened([first])
  const nodes = await listNodes(sql, nowMs)
  const unable = nodes.filter(({ opens }) => !wanted.every((each) => opens.includes(each)))
  if (unable.length === 0) return
  const names = unable.map(({ release, startedAt, seenAt }) => {
    const seconds = Math.round((nowMs - seenAt) / SECOND_MS)
    return `one of release ${release}, started ${new Date(startedAt).toISOString()}, seen ${seconds} s ago`
  })
  throw new Error(
    `${unable.length} of ${nodes.length} running nodes could not read what is sealed with the new secret: ${names.join('; ')}. ` +
      'Restart each with the new secret in front of the old one; one that was killed is forgotten after a minute.',
  )
}
