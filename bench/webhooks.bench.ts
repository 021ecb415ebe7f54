// Deliveries per second to receivers that answer at once, from the outbox to the recorded answer, on both engines;
// compared with a bare loop of signed posts over one connection each, with no queue, no log and no database.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { readConfig } from '#server/platform/config.ts'
import { startJobs } from '#server/platform/background/jobs.ts'
import { buildServices, type BuiltServices } from '#server/services.ts'
import { createExampleEnvelope } from '#server/webhooks/example.ts'
import { listWebhookJobs } from '#server/webhooks/jobs.ts'
import { createWebhook } from '#test/support/access/issuing.ts'
import { createSignatureHeaders, createWebhookSecret } from '#server/webhooks/delivery/sign.ts'
import { createId } from '#server/platform/ids.ts'
import { createDatabase, startPostgres } from '#test/support/postgres.ts'
import { recordUploads } from '#test/support/webhooks.ts'
import { percentile } from './support/load.ts'

interface Scenario {
  name: string
  alive: number
  dead: number
  /** For each webhook. */
  events: number
}

const scenarios: Scenario[] = [
  { name: '1 receiver', alive: 1, dead: 0, events: 2000 },
  { name: '10 receivers', alive: 10, dead: 0, events: 400 },
  { name: '10 receivers, 1 of them dead', alive: 9, dead: 1, events: 400 },
]

/** In turns. The best of them counts: what else the machine does only makes them slower. */
const ROUNDS = 5

interface Result {
  scenario: string
  contender: string
  deliveries: number
  seconds: number
  perSecond: number
  /** CPU of the whole process, the receivers' thread included: other load on the machine does not count. */
  cpuMs: number
  /** Deliveries a second, as a share of the bare loop's: the best of the rounds, and the median. */
  ofBare?: number
  medianOfBare?: number
}

const BARE = 'bare loop'

async function startReceivers({ alive, dead }: Scenario) {
  const thread = new Worker(new URL('support/webhook-receivers.ts', import.meta.url), {
    workerData: { alive, dead },
  })
  const [urls] = (await once(thread, 'message')) as [{ alive: string[]; dead: string[] }]
  return { ...urls, stop: () => thread.terminate() }
}

/** The least that a signed delivery takes; a dead receiver is left out, as it would only wait. */
async function runBare(scenario: Scenario): Promise<Result> {
  const receivers = await startReceivers(scenario)
  const secret = createWebhookSecret()
  const finish = startMeasuring(scenario, BARE)
  await Promise.all(
    receivers.alive.map(async (url) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let index = 0; index < scenario.events; index++) await postOnce(url, agent, secret)
      agent.destroy()
    }),
  )
  const result = finish()
  await receivers.stop()
  return result
}

function postOnce(url: string, agent: Agent, secret: string): Promise<void> {
  const body = Buffer.from(
    JSON.stringify(createExampleEnvelope('flight.uploaded', Date.now(), createId(Date.now()))),
  )
  const unixSeconds = Math.floor(Date.now() / 1000)
  const headers = createSignatureHeaders({ id: createId(Date.now()), body, unixSeconds, secrets: [secret] })
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': body.length },
    })
    outgoing.on('response', (response) => response.resume().on('end', resolve))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function runCloudstreet(scenario: Scenario, contender: string, databaseUrl?: string): Promise<Result> {
  const receivers = await startReceivers(scenario)
  const dataDir = mkdtempSync(join(tmpdir(), 'cloudstreet-bench-'))
  const services = await buildServices(
    readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    }),
  )
  const user = await insertUser(services)
  const living: string[] = []
  for (const url of receivers.alive) living.push((await createWebhook(services, { userId: user.id }, url)).id)
  for (const url of receivers.dead) await createWebhook(services, { userId: user.id }, url)
  await recordUploads({ services }, user, scenario.events)

  const finish = startMeasuring(scenario, contender)
  const jobs = startJobs(listWebhookJobs(services), services)
  const wanted = scenario.alive * scenario.events
  while ((await countDelivered(services)) < wanted) await sleep(20)
  const result = finish()
  await receivers.stop()
  await jobs.stop()
  await services.close()
  rmSync(dataDir, { recursive: true, force: true })
  return result
}

async function insertUser({ db, now }: BuiltServices): Promise<{ id: string }> {
  const id = createId(now())
  await db.sql`
    insert into users (id, email, created_at, updated_at) values (${id}, ${`${id}@example.org`}, ${now()}, ${now()})`
  return { id }
}

async function countDelivered({ db }: BuiltServices): Promise<number> {
  const [row] = await db.sql<{
    count: number
  }>`select count(*) as count from deliveries where status = 'delivered'`
  return row?.count ?? 0
}

/** Begins to measure; called at the end it gives the result. */
function startMeasuring({ name, alive, events }: Scenario, contender: string): () => Result {
  const deliveries = alive * events
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()]
  return () => {
    const seconds = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(cpuBefore)
    const cpuMs = Number(((user + system) / 1000 / deliveries).toFixed(2))
    return {
      scenario: name,
      contender,
      deliveries,
      seconds,
      perSecond: Math.round(deliveries / seconds),
      cpuMs,
    }
  }
}

/** The best round of each contender, with its share of the bare loop. */
function chooseBest(rounds: readonly Result[]): Result[] {
  const contenders = Map.groupBy(rounds, ({ contender }) => contender)
  const rateOf = (contender: string, share: number) =>
    percentile(
      (contenders.get(contender) ?? []).map(({ perSecond }) => perSecond),
      share,
    )
  const compare = (contender: string, share: number) =>
    Number((rateOf(contender, share) / rateOf(BARE, share)).toFixed(2))
  return [...contenders].map(([contender, results]) => ({
    ...results.find(({ perSecond }) => perSecond === rateOf(contender, 1))!,
    ofBare: compare(contender, 1),
    medianOfBare: compare(contender, 0.5),
  }))
}

const postgres = await startPostgres({ fsync: true })
const results: Result[] = []
try {
  // Each once for nothing: what is compiled and opened first is slow.
  const warmUp = { name: 'warm-up', alive: 2, dead: 0, events: 500 }
  const contenders = [
    (scenario: Scenario) => runBare(scenario),
    (scenario: Scenario) => runCloudstreet(scenario, 'SQLite'),
    async (scenario: Scenario) => runCloudstreet(scenario, 'PostgreSQL', await createDatabase(postgres.url)),
  ]
  for (const run of contenders) await run(warmUp)
  for (const scenario of scenarios) {
    const rounds: Result[] = []
    for (let round = 0; round < ROUNDS; round++)
      for (const run of contenders) rounds.push(await run(scenario))
    results.push(...chooseBest(rounds))
  }
} finally {
  await postgres.stop()
}
console.table(results.map(({ seconds, ...rest }) => ({ ...rest, seconds: Number(seconds.toFixed(2)) })))
process.exit(0)
