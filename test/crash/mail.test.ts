// run: all
// kill -9 of the process that sends mail. --sweeps: 30 rounds.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { countEmails } from '#server/platform/mail/email-store.ts'
import { buildServices } from '#server/services.ts'
import { type MailServerOptions, startMailServer } from '#test/support/mail-server.ts'
import { startProcess } from '#test/support/process.ts'
import { createEnvironment } from '#test/support/server.ts'

const ROUNDS = process.env.SWEEPS ? 30 : 2
const EMAILS_PER_ROUND = 12
/** The leases of killed senders are over for a sender whose clock is this far ahead. */
const AFTER_THE_LEASES_MS = 90_000

async function start(context: TestContext, options: MailServerOptions) {
  const mailServer = await startMailServer(context, options)
  const { environment, remove } = await createEnvironment({ isMigrated: true })
  context.after(remove)
  environment.SMTP_URL = mailServer.url
  const services = await buildServices(readConfig(environment), { log: createLog('silent') })
  context.after(() => services.close())
  const startSender = (round: number) => {
    const sender = startProcess('test/support/processes/mail-worker.ts', [], {
      ...environment,
      CLOCK_OFFSET_MS: String(round * AFTER_THE_LEASES_MS),
    })
    context.after(() => sender.kill('SIGKILL'))
    return sender
  }
  const queue = (subject: string) =>
    services.mail.send(services.db.sql, { to: 'pilot@example.org', subject, text: subject })
  const waitUntilSent = async () => {
    const giveUpAt = Date.now() + 120_000
    while ((await countEmails(services.db.sql)).queued > 0 && Date.now() < giveUpAt) await sleep(20)
  }
  return { received: mailServer.received, startSender, queue, waitUntilSent }
}

suite('emails and kill -9 of their sender', () => {
  test('one that was taken but not answered with 250 is sent again, with the same Message-ID', async (context) => {
    const arrived = Promise.withResolvers<void>()
    let isFirst = true
    const { received, startSender, queue, waitUntilSent } = await start(context, {
      // The final dot has come, and the first sender never hears of it.
      answer: (accept) => {
        if (!isFirst) return accept()
        isFirst = false
        arrived.resolve()
      },
    })
    await queue('Reset your password')
    const killed = startSender(0)
    await arrived.promise
    await killed.kill('SIGKILL')
    startSender(1)
    await waitUntilSent()
    assert.deepEqual(
      received.map(({ subject }) => subject),
      ['Reset your password', 'Reset your password'],
    )
    assert.match(received[0]?.messageId ?? '', /^<[0-9a-f]{24}@localhost>$/)
    assert.equal(received[1]?.messageId, received[0]?.messageId)
  })

  test(`each arrives in ${ROUNDS} kills, and a copy has the Message-ID of the first`, async (context) => {
    const { received, startSender, queue, waitUntilSent } = await start(context, {
      answer: (accept) => setTimeout(accept, Math.random() * 30),
    })
    const subjects: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      for (let index = 0; index < EMAILS_PER_ROUND; index++) {
        subjects.push(`email ${round}-${index}`)
        await queue(`email ${round}-${index}`)
      }
      const before = received.length
      const sender = startSender(round)
      const giveUpAt = Date.now() + 60_000
      while (received.length === before && Date.now() < giveUpAt) await sleep(2)
      await sleep(Math.random() * 80)
      await sender.kill('SIGKILL')
    }
    startSender(ROUNDS)
    await waitUntilSent()

    assert.deepEqual(
      new Set(received.map(({ subject }) => subject)),
      new Set(subjects),
      'every email arrives',
    )
    const different = new Set(received.map(({ subject, messageId }) => `${subject} ${messageId}`))
    assert.equal(different.size, subjects.length, 'each has one Message-ID')
    context.diagnostic(`${subjects.length} emails, ${ROUNDS} kills, ${received.length} arrivals`)
  })
})
