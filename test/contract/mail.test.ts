// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { countEmails } from '#server/platform/mail/email-store.ts'
import { listMail, retryMail } from '#server/platform/mail/commands.ts'
import { pruneRows } from '#server/prune.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const email = { to: 'pilot@example.org', subject: 'An email', text: 'Open https://example.org/x?token=abc' }
const HOUR_MS = 3_600_000

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error('it did not happen within 20 s')
    await sleep(25)
  }
}

interface ListedMail {
  queued: number
  failed: number
  emails: {
    id: string
    to: string
    subject: string
    attempts: number
    nextAttemptAt?: string
    lastError: string | null
  }[]
}

async function list(server: TestServer): Promise<ListedMail> {
  return (await listMail(server.services)) as ListedMail
}

suite('mail', () => {
  test('waits out a mail server that is down, and leaves when it is back', async (context) => {
    const port = await findFreePort()
    const server = await startServer(context, { environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    await server.services.mail.send(server.services.db.sql, email)
    await waitUntil(async () => (await list(server)).emails[0]?.lastError !== null)
    assert.equal((await list(server)).queued, 1)
    const metrics = await server.services.metrics.registry.metrics()
    assert.match(metrics, /cloudstreet_work\{work="emails",state="waiting"\} 1/)

    const mailServer = await startMailServer(context, { port })
    server.advance(HOUR_MS)
    await mailServer.take('pilot@example.org')
    await waitUntil(async () => (await list(server)).queued === 0)
  })

  test('that is refused for good fails, is shown to the operator, and sent again when asked', async (context) => {
    let isRefusing = true
    const refuse = () => (isRefusing ? { responseCode: 550, message: 'no such mailbox' } : undefined)
    const mailServer = await startMailServer(context, { refuse })
    const server = await startServer(context, { environment: { SMTP_URL: mailServer.url } })
    await server.services.mail.send(server.services.db.sql, email)
    await waitUntil(async () => (await list(server)).failed === 1)
    const { emails } = await list(server)
    assert.match(emails[0]?.lastError ?? '', /no such mailbox/)
    assert.equal(emails[0]?.attempts, 1)

    isRefusing = false
    assert.deepEqual(await retryMail(server.services, new Map()), { retried: 1 })
    assert.equal((await mailServer.take('pilot@example.org')).subject, 'An email')
    assert.equal(mailServer.received.length, 1)
  })

  test('that is refused for now is tried again', async (context) => {
    let refusals = 2
    const refuse = () => (refusals-- > 0 ? { responseCode: 451, message: 'greylisted' } : undefined)
    const mailServer = await startMailServer(context, { refuse })
    const server = await startServer(context, { environment: { SMTP_URL: mailServer.url } })
    await server.services.mail.send(server.services.db.sql, email)
    for (const attempts of [1, 2]) {
      await waitUntil(async () => {
        const [queued] = (await list(server)).emails
        const isReturned = Date.parse(queued?.nextAttemptAt ?? '') > server.services.now()
        return queued?.attempts === attempts && isReturned
      })
      server.advance(HOUR_MS)
    }
    await mailServer.take('pilot@example.org')
    assert.equal(mailServer.received.length, 1)
  })

  test('lies sealed in the database: a copy of it opens no account', async (context) => {
    const port = await findFreePort()
    const server = await startServer(context, { environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    await server.services.mail.send(server.services.db.sql, email)
    const rows = await server.services.db.sql<
      Record<string, unknown>
    >`select * from queue where kind = 'emails'`
    const stored = rows.flatMap((row) =>
      Object.values(row).map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
      ),
    )
    assert.equal(stored.length > 0, true)
    assert.equal(
      stored.some((text) => text.includes('token=abc') || text.includes('pilot@')),
      false,
    )
  })

  test('of a transaction that fails is not sent', async (context) => {
    const mailServer = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mailServer.url } })
    const { db, mail } = server.services
    const failing = db.transaction(async (sql) => {
      await mail.send(sql, email)
      throw new Error('the rest failed')
    })
    await assert.rejects(failing, /the rest failed/)
    await mail.send(db.sql, { ...email, to: 'other@example.org' })
    await mailServer.take('other@example.org')
    await waitUntil(async () => (await countEmails(db.sql)).queued === 0)
    assert.deepEqual(
      mailServer.received.map(({ to }) => to),
      ['other@example.org'],
    )
  })

  test('whose link no longer works is not sent any more', async (context) => {
    const port = await findFreePort()
    const server = await startServer(context, { environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    const { db, mail, now } = server.services
    await mail.send(db.sql, { ...email, usefulUntil: now() + 1000 })
    await waitUntil(async () => (await list(server)).emails[0]?.lastError !== null)
    const mailServer = await startMailServer(context, { port })
    server.advance(HOUR_MS)
    await mail.send(db.sql, { ...email, to: 'other@example.org' })
    await mailServer.take('other@example.org')
    assert.equal(mailServer.received.length, 1)
    await pruneRows(server.services)
    await waitUntil(async () => (await list(server)).emails.length === 0)
  })
})
