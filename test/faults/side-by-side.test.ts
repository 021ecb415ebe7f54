// daily: none; starts database servers, poolers or another release, which takes minutes on a busy machine
// An upgrade while serving: the last release and this one on one database of 300,000 flights, under load.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { connectTo } from '#test/support/faults/watch.ts'
import { makeFlight, readUploaded } from '#test/support/flights.ts'
import { BUSIEST, seedPilots } from '#test/support/plans/seed.ts'
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

/** `--full` has the flights of a large installation. */
const SIZE = process.env.FULL === '1' ? { pilots: 6_000, flights: 300_000 } : { pilots: 400, flights: 20_000 }
const MAX_MS = 2_000
const READERS = 3
const UPLOAD = '/api/v1/flights/upload'
const EMAIL = 'wing@example.org'

const release = findLastRelease()
const skip =
  (process.env.TEST_ENGINE !== 'postgres' && 'the embedded database has one node') ||
  (release === undefined && 'the history of the repository, with the last release, is not here') ||
  (release !== undefined && hasNoOverlap(release) && 'a migration since the last release runs alone')

/** A release at its worst, on the largest table: columns and indexes. */
const heavyMigrations = {
  '0900-trial.sql': `-- kind: schema
    alter table flights add column trial_number bigint;
    alter table flights add column is_tried boolean not null default false;`,
  '0901-trial.sql': `-- kind: indexes
    create index concurrently flights_untried on flights (id) where trial_number is null;
    create index concurrently flights_by_trial on flights (owner_id, trial_number, id);`,
}

interface World {
  old: string
  fresh: string
  environment: Record<string, string>
  /** Keys of a pilot with 30,000 flights, and of one who uploads. */
  readKey: string
  writeKey: string
}

async function createWorld(context: TestContext): Promise<World> {
  const { environment, remove } = await createEnvironment()
  context.after(remove)
  Object.assign(environment, releaseSettings)
  const old = extractRelease(context, release ?? '')
  runCommand(old, environment, ['migrate'])
  const db = await openDatabase(readConfig(environment))
  await seedPilots(db, SIZE)
  await db.close()
  runCommand(old, environment, [
    'user',
    'create',
    '--email',
    EMAIL,
    '--password',
    'a long password',
    '--verified',
  ])
  const createKey = (owner: string, scopes: string) => {
    const args = ['key', 'create', '--owner', owner, '--name', 'Test', '--scopes', scopes]
    return (runCommand(old, environment, args) as { key: string }).key
  }
  return {
    old,
    fresh: copyRelease(context, heavyMigrations),
    environment,
    readKey: createKey(`${BUSIEST.replace('-', '')}@example.org`, 'flights:read profile:read'),
    writeKey: createKey(EMAIL, 'flights:read flights:write webhooks:manage'),
  }
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
  { readKey, writeKey }: World,
  operator: pg.Client,
  asked: Asked[],
  uploaded: Set<string>,
  seed: number,
) {
  let isOver = false
  const ask = async (what: string, key: string, init: RequestInit = {}) => {
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
      await ask(`/api/v1/flights?pageSize=20&page=${1 + (count % 50)}`, readKey)
      await ask(`/api/v1/flights/changes?limit=20`, readKey)
      await ask('/api/v1/profile', readKey)
      await sleep(50)
    }
  }
  const upload = async (number: number) => {
    const headers = { 'content-type': 'application/octet-stream' }
    const init = { method: 'POST', headers, body: makeFlight(seed + number) as BodyInit }
    const { response, text } = await ask(UPLOAD, writeKey, init)
    if (response.ok) uploaded.add((await readUploaded(new Response(text))).hash)
  }
  const write = async () => {
    for (let count = 1; !isOver; count++) {
      await upload(count)
      const listed = await ask('/api/v1/flights?pageSize=1', writeKey)
      const [flight] = (JSON.parse(listed.text) as { data?: { id: string }[] }).data ?? []
      if (flight) await ask(`/api/v1/flights/${flight.id}`, writeKey)
      await sleep(200)
    }
  }
  await upload(0)
  asked.pop()
  const running = [...Array.from({ length: READERS }, (_, reader) => read(reader)), write()]
  return async () => {
    isOver = true
    await Promise.all(running)
  }
}

async function registerWebhook(node: Node, { writeKey }: World, url: string): Promise<string> {
  const response = await fetch(`${node.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${writeKey}`, 'content-type': 'application/json' },
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

const tell = ({ what, ms, bareMs }: Asked) =>
  `${Math.round(ms)} ms (a bare request ${Math.round(bareMs)} ms; ${what})`

/** An upload is scored, which takes what the machine has to give; what it waits for in the database is a lock. */
function judge(context: TestContext, asked: readonly Asked[], lockMs: number): void {
  const refused = asked.filter(({ status }) => status >= 400)
  const reads = asked.filter(({ what }) => what !== UPLOAD)
  const read = findSlowest(reads)
  const upload = findSlowest(asked.filter(({ what }) => what === UPLOAD))
  const longest = Math.max(...reads.map(({ ms }) => ms))
  context.diagnostic(
    `${asked.length} requests, ${refused.length} of them refused; the slowest read took ${tell(read)}, the slowest upload ${tell(upload)}`,
  )
  context.diagnostic(
    `the longest read of all took ${Math.round(longest)} ms, and the longest wait for a lock ${lockMs} ms`,
  )
  assert.deepEqual(refused.slice(0, 10), [])
  assert.ok(read.ms - read.bareMs < MAX_MS, tell(read))
  assert.ok(lockMs < MAX_MS, `somebody waited for a lock for ${lockMs} ms`)
}

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
  await sleep(5_000)
  const before = asked.length

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
  await sleep(5_000)
  await endOld()
  assert.equal(await old.kill('SIGTERM'), 0)
  await sleep(3_000)
  await endFresh()

  context.diagnostic(
    `${duringMigration} requests were answered by the release before while this one migrated`,
  )
  describeMigrations(context, fresh)
  judge(context, asked, await endLocks())
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
  await sleep(10_000)
  await end()
  describeMigrations(context, fresh)
  judge(context, asked, await endLocks())
  await waitUntil('every event is delivered', () => receiver.received.length >= uploaded.size)
  context.diagnostic(`${uploaded.size} flights were uploaded, and every event came`)
}

suite('the last release and this one, side by side', { skip }, () => {
  test('under load', async (context) => {
    const world = await createWorld(context)
    await context.test('old, then new: no request is refused or waits, every event is delivered', (step) =>
      upgrade(step, world),
    )
    await context.test('new, then old: the old one does not start, and disturbs no one', (step) =>
      goBack(step, world),
    )
  })
})
