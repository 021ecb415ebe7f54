// run: sweeps; kills processes around writes that other crashes cover
// Visitors ask for emails while the whole service is killed with -9 and started again. --sweeps: 30 rounds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { countEmails } from '#server/platform/mail/email-store.ts'
import { buildServices } from '#server/services.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { createUser, type TestUser } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createEnvironment, type TestServer } from '#test/support/server.ts'
import { createVisitor } from '#test/support/visitor.ts'

const ROUNDS = process.env.SWEEPS ? 30 : 2
const USERS_PER_ROUND = 6

test(
  `an email whose request was answered arrives in ${ROUNDS} kills of the service`,
  { timeout: 1_800_000 },
  async (context) => {
    const mailServer = await startMailServer(context, {
      answer: (accept) => setTimeout(accept, Math.random() * 30),
    })
    const { environment, remove } = await createEnvironment({ isMigrated: true })
    context.after(remove)
    const port = await findFreePort()
    Object.assign(environment, { PORT: String(port), SMTP_URL: mailServer.url, RATE_LIMIT_SIGN_IN: '0' })
    const services = await buildServices(readConfig(environment), { log: createLog('silent') })
    context.after(() => services.close())
    const url = `http://localhost:${port}`
    const server = {
      url,
      services,
      fetch: (path: string, init?: RequestInit) =>
        fetch(new URL(path, url), { ...init, redirect: 'manual', signal: AbortSignal.timeout(20_000) }),
    } as TestServer
    const start = async () => {
      const started = startProcess(SERVER, [], environment)
      await waitForAnswer(url, started)
      return started
    }

    const accepted: string[] = []
    let cut = 0
    const askForEmail = async ({ email }: TestUser) => {
      const visitor = createVisitor(server)
      await visitor.open('/forgot-password')
      const answer = await visitor.submit('/forgot-password', { email })
      assert.equal(answer.status, 200)
      accepted.push(email)
    }
    for (let round = 0; round < ROUNDS; round++) {
      const users = []
      for (let made = 0; made < USERS_PER_ROUND; made++) users.push(await createUser(server))
      const running = await start()
      const before = accepted.length
      let isKilled = false
      const asking = users.map(async (user, index) => {
        await sleep(index * 60)
        await askForEmail(user).catch((error: unknown) => {
          if (!isKilled) throw error
          cut++
        })
      })
      const all = Promise.all(asking)
      all.catch(() => undefined)
      const giveUpAt = Date.now() + 30_000
      while (accepted.length === before && Date.now() < giveUpAt) await sleep(5)
      await sleep(Math.random() * 250)
      isKilled = true
      await running.kill('SIGKILL')
      await all
    }
    // The leases of killed senders take a minute to run out.
    await services.db.sql`update queue set leased_until = 0 where kind = 'emails'`
    const last = await start()
    context.after(() => last.kill('SIGKILL'))
    const giveUpAt = Date.now() + 120_000
    while ((await countEmails(services.db.sql)).queued > 0 && Date.now() < giveUpAt) await sleep(100)

    const arrived = new Set(mailServer.received.map(({ to }) => to))
    const missing = accepted.filter((email) => !arrived.has(email))
    assert.deepEqual(missing, [], 'every email that was accepted arrives')
    assert.ok(accepted.length >= ROUNDS)
    context.diagnostic(`${ROUNDS} kills: ${accepted.length} answered, ${cut} cut, ${arrived.size} arrived`)
  },
)
