// run: all
// Background work that an operator sees, pauses and retries, on all nodes of a database.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OperatorStatus, OperatorWork } from '#dashboard/operator.ts'
import { startJobs } from '#server/platform/background/jobs.ts'
import { countEmails } from '#server/platform/mail/email-store.ts'
import { startProgress } from '#server/platform/background/progress.ts'
import { setProgress } from '#server/platform/background/store.ts'
import { send } from '#test/support/account.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createWebhook } from '#test/support/access/issuing.ts'
import {
  importZip,
  makeFlights,
  readImport,
  statusesOf,
  waitForImport,
} from '#test/support/archives/imports.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startProcess } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer, type TestServer, type TestServerOptions } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { onLoopback } from '#test/support/webhooks.ts'

const email = { to: 'pilot@example.org', subject: 'An email', text: 'A text' }
/** For something that must not happen: several polls of every job. */
const A_WHILE_MS = 1_500

/** Their clocks agree, however long a start takes. */
async function startNodes(context: TestContext, options: TestServerOptions): Promise<TestServer[]> {
  const together = { ...options, startsAt: Date.now() }
  const first = await startServer(context, together)
  const second = await startServer(context, { ...together, on: first.environment })
  return [first, second]
}

async function command(server: TestServer, ...words: string[]): Promise<Record<string, unknown>> {
  const { output, error } = await runAdmin(server, ['work', ...words])
  assert.equal(error, '')
  return output ?? {}
}

async function findWork(server: TestServer, name: string): Promise<OperatorWork> {
  const { work } = (await command(server)) as unknown as { work: OperatorWork[] }
  return work.find((each) => each.name === name) ?? assert.fail(`no ${name}`)
}

/** As the node itself counts them: a job that runs until it is stopped is done when it was paused. */
async function countRuns(server: TestServer, job: string, outcome: string): Promise<number> {
  const text = await server.services.metrics.registry.metrics()
  const found = new RegExp(`job_runs_total{job="${job}",outcome="${outcome}"} (\\d+)`).exec(text)
  return Number(found?.[1] ?? 0)
}

async function pauseOnAll(nodes: readonly TestServer[], name: string): Promise<void> {
  const before = await Promise.all(nodes.map((node) => countRuns(node, name, 'done')))
  assert.deepEqual(await command(nodes[0]!, 'pause', name), { name, paused: true })
  for (const [index, node] of nodes.entries())
    await waitUntil(
      `node ${index} has paused ${name}`,
      async () => (await countRuns(node, name, 'done')) > before[index]!,
    )
}

suite('background work', () => {
  test('emails wait on every node while they are paused, and each is sent once afterwards', async (context) => {
    const mail = await startMailServer(context)
    const nodes = await startNodes(context, { environment: { SMTP_URL: mail.url } })
    const [first] = nodes as [TestServer]
    await pauseOnAll(nodes, 'emails')
    for (const { services } of [...nodes, ...nodes]) await services.mail.send(services.db.sql, email)
    await sleep(A_WHILE_MS)
    assert.equal(mail.received.length, 0)
    const paused = await findWork(first, 'emails')
    assert.equal(paused.waiting, 4)
    assert.ok(Date.parse(paused.pausedAt ?? '') > 0)

    await command(first, 'resume', 'emails')
    await waitUntil('none is left', async () => (await countEmails(first.services.db.sql)).queued === 0)
    assert.equal(mail.received.length, 4)
    const resumed = await waitUntil('they are counted', async () => {
      const found = await findWork(first, 'emails')
      return found.donePerMinute > 0 && found
    })
    assert.equal(resumed.pausedAt, null)
  })

  test('failed emails and failed deliveries are due again when they are retried', async (context) => {
    let isRefusing = true
    const refuse = () => (isRefusing ? { responseCode: 550, message: 'no such mailbox' } : undefined)
    const mail = await startMailServer(context, { refuse })
    const environment = { ...onLoopback, SMTP_URL: mail.url }
    const server = await startServer(context, { environment, work: true })
    const { db, mail: outgoing } = server.services
    await outgoing.send(db.sql, email)
    const failed = await waitUntil('it has failed', async () => {
      const found = await findWork(server, 'emails')
      return found.failed === 1 && found.lastError !== null && found
    })
    assert.match(failed.lastError ?? '', /no such mailbox/)

    const receiver = await startReceiver(context)
    const pilot = await createPilot(server)
    await createWebhook(server.services, { userId: pilot.user.id }, receiver.url)
    await pauseOnAll([server], 'deliveries')
    await uploadNew(server, pilot, makeFlight(1))
    await waitUntil('it waits', async () => (await findWork(server, 'deliveries')).waiting === 1)
    await db.sql`update deliveries set status = 'failed', next_attempt_at = null`
    await db.sql`update webhooks set due_at = null`
    assert.equal((await findWork(server, 'deliveries')).failed, 1)
    await command(server, 'resume', 'deliveries')

    isRefusing = false
    assert.deepEqual(await command(server, 'retry', 'emails'), { name: 'emails', retried: 1 })
    assert.deepEqual(await command(server, 'retry', 'deliveries'), { name: 'deliveries', retried: 1 })
    await mail.take(email.to)
    await receiver.waitFor(1)
    await waitUntil('it is recorded', async () => (await findWork(server, 'deliveries')).failed === 0)
  })

  test('thousands of failed deliveries are retried in batches, and stay in order', async (context) => {
    const server = await startServer(context, { environment: onLoopback })
    const { db, now } = server.services
    const pilot = await createPilot(server)
    const { id } = await createWebhook(server.services, { userId: pilot.user.id }, 'http://127.0.0.1:9/')
    await db.sql`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1200)
      insert into deliveries (id, webhook_id, sequence, event_id, event, user_id, payload, is_test, status, created_at)
      select 'd' || n, ${id}, n, 'e' || n, 'flight.uploaded', ${pilot.user.id}, '{}', ${false}, 'failed', ${now()}
      from numbers`
    assert.deepEqual(await command(server, 'retry', 'deliveries'), { name: 'deliveries', retried: 1200 })
    const due = await db.sql<{ sequence: number }>`
      select sequence from deliveries where webhook_id = ${id} and status = 'pending'
      order by next_attempt_at, sequence`
    assert.deepEqual(
      due.map(({ sequence }) => sequence),
      Array.from({ length: 1200 }, (_, index) => index + 1),
    )
  })

  test('deliveries wait on every node while they are paused, and keep their order', async (context) => {
    const receiver = await startReceiver(context)
    const nodes = await startNodes(context, { environment: onLoopback, work: true, isClockStill: true })
    const [first] = nodes as [TestServer]
    const pilot = await createPilot(first)
    await createWebhook(first.services, { userId: pilot.user.id }, receiver.url)
    await pauseOnAll(nodes, 'deliveries')
    for (const number of [1, 2, 3]) await uploadNew(first, pilot, makeFlight(number))
    await waitUntil('they wait', async () => (await findWork(first, 'deliveries')).waiting === 3)
    await sleep(A_WHILE_MS)
    assert.equal(receiver.received.length, 0)

    await command(first, 'resume', 'deliveries')
    await receiver.waitFor(3)
    assert.deepEqual(
      receiver.received.map(({ sequence }) => sequence),
      [1, 2, 3],
    )
  })

  test('a paused import is acknowledged and waits, and ends when it is resumed', async (context) => {
    const server = await startServer(context, { work: true })
    const pilot = await createPilot(server)
    await command(server, 'pause', 'imports')
    // A node that has not heard of it yet may still begin; the next asks the database.
    await sleep(A_WHILE_MS)
    const staged = await readImport(await importZip(server, pilot, makeFlights([1, 2])))
    assert.equal(staged.state, 'running')
    await sleep(A_WHILE_MS)
    const { waiting, oldestAt } = await findWork(server, 'imports')
    assert.equal(waiting, 2)
    assert.notEqual(oldestAt, null)
    await command(server, 'resume', 'imports')
    const ended = await waitForImport(server, pilot, staged.id)
    assert.deepEqual(statusesOf(ended), { '1.igc': 'new', '2.igc': 'new' })
  })

  test('what is paused twice is paused since the first time', async (context) => {
    const server = await startServer(context, { work: true })
    await command(server, 'pause', 'imports')
    const { sql } = server.services.db
    const [row] = await sql<{ paused: number }>`select paused_at as paused from works where name = 'imports'`
    await command(server, 'pause', 'imports')
    const [again] = await sql<{
      paused: number
    }>`select paused_at as paused from works where name = 'imports'`
    assert.deepEqual(again, row, 'paused since the first time')
  })

  test('tells on any node what failed last on another', async (context) => {
    const server = await startServer(context)
    const job = { name: 'backups', everyMs: 10, run: () => Promise.reject(new Error('The disk is full.')) }
    const jobs = startJobs([job], server.services)
    const other = await startServer(context, {
      on: server.environment,
      environment: { BACKUP_DIR: server.environment.DATA_DIR ?? '' },
    })
    const found = await waitUntil('the error is written', async () => {
      const work = await findWork(other, 'backups')
      return work.lastError !== null && work
    })
    await jobs.stop()
    assert.equal(found.lastError, 'The disk is full.')
    assert.ok(Date.parse(found.lastFailedAt ?? '') > 0)
    assert.ok(Date.parse(found.lastRanAt ?? '') > 0)
  })

  test('a change of many rows tells how far it is, and no more when it has ended', async (context) => {
    const server = await startServer(context)
    const work = { name: 'changes', about: {}, countAll: async (done: number) => done + 900 }
    const progress = startProgress(server.services, work, 0)
    await progress.add(100)
    await progress.add(100)
    const { done, of } = (await findWork(server, 'changes')).progress ?? {}
    assert.deepEqual({ done, of }, { done: 200, of: 1000 })
    await progress.end()
    assert.equal((await findWork(server, 'changes')).progress, null)
  })

  test('a command that is paused waits, and goes on when it is resumed', async (context) => {
    const server = await startServer(context)
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, makeFlight(1))
    await server.services.db.sql`update flights set scored_by = 'an old solver'`
    await command(server, 'pause', 'rescoring')
    const rescore = startProcess('server/admin.ts', ['rescore'], server.environment)
    context.after(() => rescore.kill('SIGKILL'))
    const exit = once(rescore.child, 'close')
    await Promise.race([exit, sleep(4 * A_WHILE_MS)])
    assert.equal(rescore.child.exitCode, null, rescore.output())
    await command(server, 'resume', 'rescoring')
    await exit
    assert.equal(rescore.child.exitCode, 0, rescore.output())
    assert.match(rescore.output(), /"rescored": ?1\b/)
  })

  test('is in the metrics, by work and state', async (context) => {
    const port = '1'
    const environment = { SMTP_URL: `smtp://127.0.0.1:${port}` }
    const server = await startServer(context, { environment, isClockStill: true })
    await pauseOnAll([server], 'emails')
    await server.services.mail.send(server.services.db.sql, email)
    server.advance(90_000)
    const text = await waitUntil('the figures are read again', async () => {
      const metrics = await (await server.fetch('/metrics')).text()
      return metrics.includes('cloudstreet_work{work="emails",state="waiting"} 1\n') && metrics
    })
    assert.ok(text.includes('cloudstreet_work{work="emails",state="paused"} 1\n'))
    assert.ok(text.includes('cloudstreet_work{work="emails",state="failed"} 0\n'))
    assert.ok(text.includes('cloudstreet_work{work="deliveries",state="failed"} 0\n'))
    assert.ok(text.includes('cloudstreet_work_oldest_seconds{work="emails"} 90\n'))
  })

  test('is described in the operator’s guide, each kind', async (context) => {
    const server = await startServer(context, { environment: { BACKUP_DIR: makeFolder(context) } })
    const { work } = (await command(server)) as unknown as { work: OperatorWork[] }
    const page = readFileSync(join(import.meta.dirname, '../../../docs/operate/monitoring/README.md'), 'utf8')
    assert.deepEqual(
      work.map(({ name }) => name).filter((name) => !page.includes(`\n| \`${name}\` | `)),
      [],
    )
  })

  test('is on the operator’s page, which sets it as the commands do', async (context) => {
    const address = 'operator@example.org'
    const server = await startServer(context, { environment: { OPERATORS: address } })
    const operator = await createSignedInUser(server)
    const other = await createSignedInUser(server, 'Other')
    await server.services.db.sql`update users set email = ${address} where id = ${operator.user.id}`
    const act = (action: string, body: object, person = operator) =>
      send(server, person, 'POST', `/admin/work-${action}`, body)
    assert.equal((await act('pause', { name: 'emails' }, other)).status, 404)
    assert.equal((await act('pause', { name: 'emails' })).status, 200)
    const status = (await (await send(server, operator, 'GET', '/admin/status')).json()) as OperatorStatus
    const shown = status.work.find(({ name }) => name === 'emails')
    assert.ok(shown?.pausedAt)
    const { work } = (await (await send(server, operator, 'GET', '/admin/work')).json()) as OperatorStatus
    assert.deepEqual(
      work.map(({ name }) => name),
      'emails checks prune deletions imports signatures copies proofs sites sweep terrain keys rankings ranking-checks events deliveries forward-intake forwards rescoring changes'.split(
        ' ',
      ),
    )
    assert.equal((await act('resume', { name: 'emails' })).status, 200)
    assert.equal((await findWork(server, 'emails')).pausedAt, null)
  })

  test('heights that a node has told of are counted: those that wait, and those that failed', async (context) => {
    const server = await startServer(context, { environment: { TERRAIN: 'auto' } })
    const counts = async () => {
      const { waiting, failed } = await findWork(server, 'terrain')
      return [waiting, failed]
    }
    const { db, now } = server.services
    assert.deepEqual(await counts(), [0, 0])
    await setProgress(db.sql, now(), 'terrain', { done: 3, of: 10, failed: 2 })
    assert.deepEqual(await counts(), [5, 2])
    await setProgress(db.sql, now(), 'terrain', { done: 9, of: 10 })
    assert.deepEqual(await counts(), [1, 0])
    await setProgress(db.sql, now(), 'terrain', null)
    assert.deepEqual(await counts(), [0, 0])
  })

  test('says in a sentence what cannot be set', async (context) => {
    const server = await startServer(context)
    for (const [words, sentence] of [
      [['pause', 'mail'], /^There is no work mail: emails, /],
      [['pause'], /^Name one of: emails, /],
      [['pause', 'changes'], /^changes cannot be paused: a pilot waits for each of them\.$/],
      [['retry', 'prune'], /^prune keeps nothing that has failed: emails, imports, signatures, /],
    ] as const) {
      const { code, error } = await runAdmin(server, ['work', ...words])
      assert.equal(code, 1)
      assert.match(error, sentence)
    }
  })
})
