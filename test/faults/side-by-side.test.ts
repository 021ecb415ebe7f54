// run: all
// on: postgres
// An upgrade while serving: a release and the next one on one database, under the load of one pilot with many flights.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { connectTo } from '#test/support/faults/watch.ts'
import { makeFlight, readUploaded } from '#test/support/flights.ts'
import { BUSIEST, FLIGHT, seedPilots, WEBHOOK } from '#test/support/plans/seed.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { releaseSettings } from '#test/support/releases/release.ts'
import {
  copyRelease,
  extractRelease,
  findLastRelease,
  hasNoOverlap,
  isReady,
  type Node,
  runCommand,
  startNode,
} from '#test/support/releases/trees.ts'
import { createEnvironment } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

/** For a lock. */
const MAX_WAIT_MS = 2_000
/** In short runs other tests have most of the processors. */
const MAX_READ_MS = process.env.SWEEPS === '1' ? 2_000 : 6_000
/** `--sweeps` has the flights of a large installation, 60,000 of them one pilot's. */
const { size, readers, seconds } =
  process.env.SWEEPS === '1'
    ? { size: { pilots: 6_000, flights: 300_000, oneIn: 5 }, readers: 3, seconds: 5 }
    : { size: { pilots: 40, flights: 1_000, oneIn: 2 }, readers: 1, seconds: 1 }
const UPLOAD = '/api/v1/flights/upload'

const skip = process.env.TEST_ENGINE !== 'postgres' && 'the embedded database has one node'

/** A release at its worst, on the largest table: columns, a table that refers to it, and indexes. */
const heavyMigrations = {
  '0900-trial.sql': `-- kind: schema
    alter table flights add column trial_number bigint;
    alter table flights add column is_tried boolean not null default false;
    create table trials (flight_id text primary key references flights (id) on delete cascade);`,
  '0901-trial.sql': `-- kind: indexes
    create index concurrently flights_untried on flights (id) where trial_number is null;
    create index concurrently flights_by_trial on flights (owner_id, trial_number, id);`,
}

interface World {
  old: string
  fresh: string
  environment: Record<string, string>
  /** The key of the pilot with the most flights, who reads, uploads and changes. */
  key: string
}

/** The last release; where a migration since then runs alone, or the history is not here, this one before a next. */
function makeOld(context: TestContext): string {
  const release = findLastRelease()
  return release === undefined || hasNoOverlap(release)
    ? copyRelease(context, {})
    : extractRelease(context, release)
}

async function createWorld(context: TestContext): Promise<World> {
  const { environment, remove } = await createEnvironment()
  context.after(remove)
  Object.assign(environment, releaseSettings)
  const old = makeOld(context)
  runCommand(old, environment, ['migrate'])
  const db = await openDatabase(readConfig(environment))
  await seedPilots(db, size)
  // Its receiver is no server of ours.
  await db.sql`update webhooks set disabled_at = ${Date.now()} where id = ${WEBHOOK}`
  await db.close()
  // As the server does by itself in time: a sum is read from the index alone.
  const operator = await connectTo(context, environment.DATABASE_URL ?? '')
  await operator.query('vacuum analyze')
  const owner = `${BUSIEST.replace('-', '')}@example.org`
  const scopes = 'flights:read flights:write profile:read webhooks:manage'
  const args = ['key', 'create', '--owner', owner, '--name', 'Test', '--scopes', scopes]
  const { key } = runCommand(old, environment, args) as { key: string }
  return { old, fresh: copyRelease(context, heavyMigrations), environment, key }
}

interface Asked {
  what: string
  status: number
  ms: number
  /** The time of the node and the database at the same moment for a request that has nothing to do or to wait for. */
  bareMs: number
}

async function measureBare(node: Node, operator: pg.Client): Promise<number> {
  const startedAt = performance.now()
  await Promise.all([
    fetch(`${node.url}/healthz`).then((response) => response.text()),
    operator.query('select 1'),
  ])
  return performance.now() - startedAt
}

/** Readers and one who uploads, until they are stopped. The first flight, for which the scorer is loaded, is not counted. */
async function load(
  node: Node,
  { key }: World,
  operator: pg.Client,
  asked: Asked[],
  uploaded: Set<string>,
  seed: number,
) {
  let isOver = false
  const ask = async (what: string, init: RequestInit = {}) => {
    const startedAt = performance.now()
    const headers = { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) }
    const bare = measureBare(node, operator)
    const response = await fetch(`${node.url}${what}`, { ...init, headers })
    const text = await response.text()
    const ms = performance.now() - startedAt
    asked.push({ what, status: response.status, ms, bareMs: await bare })
    return { response, text }
  }
  const read = async (reader: number) => {
    for (let count = reader; !isOver; count++) {
      await ask(`/api/v1/flights?pageSize=20&page=${1 + (count % 50)}`)
      await ask('/api/v1/flights/changes?limit=20')
      await ask('/api/v1/flights/statistics')
      await ask(`/api/v1/flights/${FLIGHT}${1_000_000_000 + (count % 100) * size.oneIn}`)
      await ask('/api/v1/profile')
      await sleep(50)
    }
  }
  const upload = async (number: number) => {
    const headers = { 'content-type': 'application/octet-stream' }
    const init = { method: 'POST', headers, body: makeFlight(seed + number) as BodyInit }
    const { response, text } = await ask(UPLOAD, init)
    if (!response.ok) return undefined
    const { id, hash } = await readUploaded(new Response(text))
    uploaded.add(hash)
    return id
  }
  const write = async () => {
    const headers = { 'content-type': 'application/json' }
    for (let count = 1; !isOver; count++) {
      const path = `/api/v1/flights/${await upload(count)}`
      await ask(path, { method: 'PATCH', headers, body: JSON.stringify({ title: `Flight ${count}` }) })
      await ask(path)
      await sleep(200)
    }
  }
  await upload(0)
  asked.pop()
  const running = [...Array.from({ length: readers }, (_, reader) => read(reader)), write()]
  return async () => {
    isOver = true
    await Promise.all(running)
  }
}

async function registerWebhook(node: Node, { key }: World, url: string): Promise<string> {
  const response = await fetch(`${node.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['flight.uploaded'] }),
  })
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return (JSON.parse(text) as { data: { secret: string } }).data.secret
}

/** How long anybody has waited at most for a lock of rows or tables; what migrations wait for among themselves is another. */
function watchLocks(operator: pg.Client) {
  let longestMs = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await operator.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - l.waitstart))::float8 * 1000 as ms
         from pg_locks l join pg_stat_activity a on a.pid = l.pid
         where not l.granted and a.datname = current_database() and l.locktype <> 'virtualxid' and l.locktype <> 'advisory'`,
      )
      longestMs = Math.max(longestMs, rows[0]?.ms ?? 0)
      await sleep(100)
    }
  })()
  return async () => {
    isOver = true
    await watching
    return Math.round(longestMs)
  }
}

/** The slowest, beyond what the machine was too busy for at that moment. */
function findSlowest(asked: readonly Asked[]): Asked {
  const beyond = ({ ms, bareMs }: Asked) => ms - bareMs
  return (
    asked.toSorted((a, b) => beyond(b) - beyond(a))[0] ?? { what: 'nothing', status: 0, ms: 0, bareMs: 0 }
  )
}

const readsOf = (asked: readonly Asked[]) => asked.filter(({ what }) => what !== UPLOAD)

const tell = ({ what, ms, bareMs }: Asked) =>
  `${Math.round(ms)} ms (a bare request ${Math.round(bareMs)} ms; ${what})`

/** An upload is scored, which takes what the machine has to give. A wait in the database is one for a lock. */
function judge(context: TestContext, nodes: readonly Node[], asked: readonly Asked[], lockMs: number): void {
  const refused = asked.filter(({ status }) => status >= 400)
  const reads = readsOf(asked)
  const read = findSlowest(reads)
  const upload = findSlowest(asked.filter(({ what }) => what === UPLOAD))
  const longest = Math.max(...reads.map(({ ms }) => ms))
  context.diagnostic(
    `${asked.length} requests, ${refused.length} of them refused; the slowest read took ${tell(read)}, the slowest upload ${tell(upload)}`,
  )
  context.diagnostic(
    `the longest read of all took ${Math.round(longest)} ms, and the longest wait for a lock ${lockMs} ms`,
  )
  assert.deepEqual(refused.slice(0, 10), [], nodes.map(findErrors).join('\n'))
  assert.ok(read.ms - read.bareMs < MAX_READ_MS, tell(read))
  assert.ok(lockMs < MAX_WAIT_MS, `somebody waited for a lock for ${lockMs} ms`)
}

const findErrors = (node: Node) =>
  node
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level":50'))
    .slice(0, 5)
    .join('\n')

function describeMigrations(context: TestContext, node: Node): void {
  for (const line of node.output().split('\n')) {
    if (!line.includes('a migration has ended')) continue
    const { migration, kind, rows, ms } = JSON.parse(line) as object & Record<string, string | undefined>
    context.diagnostic(`${migration} ${kind} ${JSON.stringify(rows)} ${ms} ms`)
  }
}

async function upgrade(context: TestContext, world: World): Promise<void> {
  const [asked, uploaded] = [[] as Asked[], new Set<string>()]
  const old = await startNode(context, world.old, world.environment)
  assert.ok(await isReady(old))
  const receivers = [await startReceiver(context), await startReceiver(context)]
  const secrets = [await registerWebhook(old, world, receivers[0]?.url ?? '')]
  const operator = await connectTo(context, world.environment.DATABASE_URL ?? '')
  const endLocks = watchLocks(operator)
  const endOld = await load(old, world, operator, asked, uploaded, 1_000)
  await sleep(seconds * 1000)
  const before = asked.length
  context.diagnostic(`before the upgrade the slowest read took ${tell(findSlowest(readsOf(asked)))}`)

  const fresh = await startNode(context, world.fresh, world.environment)
  // One more of the release before starts in the middle of the migration: it waits, then sees that it is too old.
  await waitUntil('an index is being built', () => fresh.output().includes('"migration":"0901-trial.sql"'))
  const late = await startNode(context, world.old, world.environment)
  assert.ok(await isReady(fresh))
  const duringMigration = asked.length - before
  assert.equal(await isReady(late), false)
  assert.match(late.output(), /newer than this program/)

  secrets.push(await registerWebhook(fresh, world, receivers[1]?.url ?? ''))
  const afterSecond = uploaded.size
  const endFresh = await load(fresh, world, operator, asked, uploaded, 500_000)
  await sleep(seconds * 1000)
  await endOld()
  assert.equal(await old.kill('SIGTERM'), 0)
  await sleep(seconds * 1000)
  await endFresh()

  context.diagnostic(
    `${duringMigration} requests were answered by the release before while this one migrated`,
  )
  describeMigrations(context, fresh)
  judge(context, [old, fresh], asked, await endLocks())
  const hashesAt = (index: number) =>
    new Set(
      receivers[index]?.received.map(
        ({ body }) => (JSON.parse(body) as { flight: { hash: string } }).flight.hash,
      ),
    )
  await waitUntil(
    () => `${hashesAt(0).size} of ${uploaded.size} events are delivered`,
    () => [...uploaded].every((hash) => hashesAt(0).has(hash)),
  )
  await waitUntil(
    'those since the second webhook, too',
    () => hashesAt(1).size >= uploaded.size - afterSecond,
  )
  for (const [index, receiver] of receivers.entries()) {
    for (const { headers, body } of receiver.received) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const signature = new Webhook(secrets[index] ?? '').sign(String(headers['webhook-id']), at, body)
      assert.equal(headers['webhook-signature'], signature)
    }
  }
  context.diagnostic(`${uploaded.size} flights were uploaded, and every event came, signed`)
}

async function goBack(context: TestContext, world: World): Promise<void> {
  const [asked, uploaded] = [[] as Asked[], new Set<string>()]
  const fresh = await startNode(context, world.fresh, world.environment)
  assert.ok(await isReady(fresh))
  const receiver = await startReceiver(context)
  await registerWebhook(fresh, world, receiver.url)
  const operator = await connectTo(context, world.environment.DATABASE_URL ?? '')
  const endLocks = watchLocks(operator)
  const end = await load(fresh, world, operator, asked, uploaded, 900_000)
  const old = await startNode(context, world.old, world.environment)
  assert.equal(await isReady(old), false)
  assert.match(old.output(), /newer than this program: it has the migration/)
  await sleep(seconds * 2000)
  await end()
  describeMigrations(context, fresh)
  judge(context, [fresh], asked, await endLocks())
  await waitUntil('every event is delivered', () => receiver.received.length >= uploaded.size)
  context.diagnostic(`${uploaded.size} flights were uploaded, and every event came`)
}

suite('a release and the next one, side by side', { skip }, () => {
  test('under load', async (context) => {
    const world = await createWorld(context)
    await context.test('old, then new: no request is refused or waits, every event is delivered', (step) =>
      upgrade(step, world),
    )
    // The first one starts an old node, too, while the new one migrates.
    if (process.env.SWEEPS !== '1') return
    await context.test('new, then old: the old one does not start, and disturbs no one', (step) =>
      goBack(step, world),
    )
  })
})
