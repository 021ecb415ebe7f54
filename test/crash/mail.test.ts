// kill -9 of the process that sends mail. --full: 30 rounds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { countLetters } from '#server/platform/mail/letter-store.ts'
import { buildServices } from '#server/services.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { startProcess } from '#test/support/process.ts'
import { createEnvironment } from '#test/support/server.ts'

const ROUNDS = process.env.FULL ? 30 : 6
const LETTERS_PER_ROUND = 12
/** The leases of killed senders are over for a sender whose clock is this far ahead. */
const AFTER_THE_LEASES_MS = 45_000

test(`letters survive ${ROUNDS} kill -9 of their sender: each arrives, and none twice`, async (context) => {
  const mailServer = await startMailServer(context, { answerAfterMs: () => Math.random() * 30 })
  const { environment, remove } = await createEnvironment({ isMigrated: true })
  context.after(remove)
  environment.SMTP_URL = mailServer.url
  const services = await buildServices(readConfig(environment), { log: createLog('silent') })
  context.after(() => services.close())
  const startSender = (offsetMs: number) =>
    startProcess('test/support/processes/mail-worker.ts', [], {
      ...environment,
      CLOCK_OFFSET_MS: String(offsetMs),
    })

  const subjects: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (let index = 0; index < LETTERS_PER_ROUND; index++) {
      const subject = `letter ${round}-${index}`
      await services.mail.send(services.db.sql, { to: 'pilot@example.org', subject, text: subject })
      subjects.push(subject)
    }
    const sender = startSender(round * AFTER_THE_LEASES_MS)
    const before = mailServer.received.length
    const giveUpAt = Date.now() + 20_000
    while (mailServer.received.length === before && Date.now() < giveUpAt) await sleep(2)
    await sleep(Math.random() * 80)
    await sender.kill('SIGKILL')
  }
  const last = startSender(ROUNDS * AFTER_THE_LEASES_MS)
  context.after(() => last.kill('SIGKILL'))
  const giveUpAt = Date.now() + 60_000
  while ((await countLetters(services.db.sql)).waiting > 0 && Date.now() < giveUpAt) await sleep(20)

  const arrived = mailServer.received.map(({ subject }) => subject)
  assert.deepEqual(
    arrived.filter((subject, index) => arrived.indexOf(subject) !== index),
    [],
    'no letter arrives twice',
  )
  assert.deepEqual(new Set(arrived), new Set(subjects), 'every letter arrives')
  context.diagnostic(`${subjects.length} letters, ${ROUNDS} kills, ${arrived.length} arrived, none twice`)
})
