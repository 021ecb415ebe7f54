// run: all
// The service as operators meet it: a process with settings, signals and a log.
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#test/support/postgres.ts'
import { runToEnd, SERVER, type ServerProcess, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createEnvironment, startServer } from '#test/support/server.ts'
import { startTcpProxy } from '#test/support/faults/tcp-proxy.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const isPostgres = process.env.TEST_ENGINE === 'postgres'

/** A test, or a suite: runs this at its end. */
type Ending = { after: (close: () => Promise<unknown>) => void }

async function freshEnvironment(context: Ending): Promise<Record<string, string>> {
  const { environment, remove } = await createEnvironment()
  context.after(remove)
  return { ...environment, PORT: String(await findFreePort()), LOG_LEVEL: 'info' }
}

async function start(context: Ending, environment: Record<string, string>): Promise<ServerProcess> {
  const server = startProcess(SERVER, [], environment)
  context.after(() => server.kill('SIGKILL'))
  await waitForAnswer(`http://localhost:${environment.PORT}`, server)
  return server
}

/** How long a process waited for a core (proc(5), schedstat): on a busy machine that is not its own fault. */
function readQueuedMs(pid: number): number {
  const [, queuedNs = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Math.round(Number(queuedNs) / 1_000_000)
}

suite('a process that runs', async () => {
  const environment = await freshEnvironment({ after })
  const server = await start({ after }, environment)

  test('says where it runs, where its data is and what to do first; its secret is readable only by its user', async () => {
    assert.match(
      server.output(),
      new RegExp(`Cloudstreet is running at http://localhost:${environment.PORT}`),
    )
    assert.match(server.output(), /Its data is in/)
    assert.match(server.output(), /To begin, sign up at/)
    assert.equal(statSync(join(environment.DATA_DIR ?? '', 'secret')).mode & 0o777, 0o600)
  })

  test('a port that is taken is said in a sentence', async (context) => {
    const elsewhere = await freshEnvironment(context)
    const taken = { ...elsewhere, PORT: environment.PORT ?? '', LOG_LEVEL: 'silent' }
    const { code, output } = await runToEnd(SERVER, [], taken)
    assert.equal(code, 1)
    assert.match(output, /^Another program is already listening on this port; set PORT to a free one\.\n$/)
  })

  test('has the folder of its embedded database to itself: a second one says so and stops', async () => {
    const port = String(await findFreePort())
    for (const role of ['', '--work-only', '--no-work'].filter(() => !isPostgres)) {
      const second = await runToEnd(SERVER, role ? [role] : [], { ...environment, PORT: port })
      assert.equal(second.code, 1)
      assert.match(
        second.output,
        /^Another Cloudstreet is already (serving from|doing the background work of) /,
      )
      assert.match(second.output, /use PostgreSQL for several nodes\.\n$/)
    }
    assert.equal((await fetch(`http://localhost:${environment.PORT}/readyz`)).status, 200)
  })

  test('lets the operator’s commands print one JSON object while the server runs', async () => {
    const { code, output } = await runToEnd('server/admin.ts', ['status'], environment)
    assert.equal(code, 0, output)
    const status = JSON.parse(output) as { database: string; users: number }
    assert.equal(status.database, isPostgres ? 'postgres' : 'sqlite')
    assert.equal(status.users, 0)
  })

  test('no secret of a request reaches the log', async () => {
    const url = `http://localhost:${environment.PORT}`
    await fetch(`${url}/api/v1/nothing?code=TOPSECRET1&access_token=TOPSECRET2`, {
      headers: { authorization: 'Bearer TOPSECRET3', cookie: 'session=TOPSECRET4' },
    })
    await fetch(`${url}/api/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic TOPSECRET5' },
      body: 'client_secret=TOPSECRET6&refresh_token=TOPSECRET7',
    })
    await server.kill('SIGTERM')
    assert.match(server.output(), /"path":"\/api\/v1\/nothing"/)
    assert.doesNotMatch(server.output(), /TOPSECRET/)
  })
})

suite('the process', () => {
  test('answers soon when it is started again', async (context) => {
    const environment = await freshEnvironment(context)
    await (await start(context, environment)).kill('SIGTERM')
    const startedAt = Date.now()
    const server = await start(context, environment)
    const elapsedMs = Date.now() - startedAt
    const queuedMs = readQueuedMs(server.child.pid ?? 0)
    context.diagnostic(
      `second start: ${elapsedMs} ms to the first answer, ${queuedMs} of them without a core`,
    )
    assert.ok(elapsedMs - queuedMs < 60_000, `${elapsedMs} ms`)
  })

  test('of two that start at once on an empty database both come up, or one where it is embedded', async (context) => {
    const environment = await freshEnvironment(context)
    const other = { ...environment, PORT: String(await findFreePort()) }
    const [first, second] = await Promise.allSettled([start(context, environment), start(context, other)])
    if (!isPostgres) {
      // The embedded database is for one of them.
      const outcomes = [first, second].map(({ status }) => status).sort()
      assert.deepEqual(outcomes, ['fulfilled', 'rejected'])
      return
    }
    for (const { PORT } of [environment, other]) {
      await waitUntil('it is ready', async () => (await fetch(`http://localhost:${PORT}/readyz`)).ok)
    }
  })

  test('a wrong setting is one sentence and exit code 1', async () => {
    const { code, output } = await runToEnd(SERVER, [], { PORT: 'abc' })
    assert.equal(code, 1)
    assert.equal(output, 'PORT must be a whole number from 0 to 65535, not "abc".\n')
  })

  test('a DATA_DIR that cannot be written is one sentence with the setting and what to do', async () => {
    const { code, output } = await runToEnd(SERVER, [], { DATA_DIR: '/proc/cloudstreet' })
    assert.equal(code, 1)
    assert.match(output, /^DATA_DIR \/proc\/cloudstreet cannot be written: .*\. Make the folder, .*\n$/)
  })

  test('--help names every option and setting', async () => {
    const { code, output } = await runToEnd(SERVER, ['--help'], {})
    assert.equal(code, 0)
    for (const word of ['--demo', '--no-work', '--work-only', 'DATABASE_URL', 'CLOUDSTREET_SECRET'])
      assert.ok(output.includes(word))
  })

  test('SIGTERM lets a request under way finish', async (context) => {
    const environment = await freshEnvironment(context)
    const server = await start(context, environment)
    const body = '{"error": 1}'
    const answered = new Promise<number>((resolve, reject) => {
      const sent = request(
        `http://localhost:${environment.PORT}/api/v1`,
        { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': body.length } },
        (response) => resolve(response.statusCode ?? 0),
      )
      sent.on('error', reject)
      sent.write(body.slice(0, 4))
      setTimeout(() => sent.end(body.slice(4)), 500)
    })
    // A browser opens connections in advance: one that has asked nothing holds nothing up.
    const silent = connect(Number(environment.PORT), 'localhost').on('error', () => undefined)
    context.after(() => silent.destroy())
    await sleep(200)
    const exit = server.kill('SIGTERM')
    assert.equal(await answered, 405)
    // It stops when the last request is answered: given up on, it would end with 1.
    assert.equal(await exit, 0)
  })
})

suite('the operator’s commands', () => {
  test('an unknown one is answered with the list of those there are', async (context) => {
    const { code, output } = await runToEnd('server/admin.ts', ['fly'], await freshEnvironment(context))
    assert.equal(code, 1)
    assert.match(output, /^There is no such command/)
    assert.match(output, /one of:\n {2}migrate/)
  })

  test('a misspelled option is refused with the usage of those alike, and nothing is done', async (context) => {
    const environment = await freshEnvironment(context)
    const run = async (...args: string[]) => runToEnd('server/admin.ts', args, environment)
    const { code, output } = await run('webhook', 'enable', '--webhok', '60')
    assert.equal(code, 2)
    assert.match(output, /^There is no option --webhok here\. Usage:\n/)
    assert.match(output, /webhook enable --webhook ID/)
    assert.match(
      (await run('work', 'paus', 'emails')).output,
      /^paus is more than this command takes\. .*work pause NAME/s,
    )
  })

  test('--help lists them all, is no error, and wherever it stands nothing is done', async (context) => {
    const environment = await freshEnvironment(context)
    const before = await runToEnd('server/admin.ts', ['secret', 'rotate', '--help'], environment)
    assert.match(before.output, /^Usage: /)
    const { code, output } = await runToEnd('server/admin.ts', ['--help'], environment)
    assert.equal(code, 0)
    for (const command of ['migrate', 'user create --email EMAIL', 'app limit --app', 'restore FILE'])
      assert.ok(output.includes(`\n  ${command}`), command)
  })
})

suite(
  'a database that goes away',
  { skip: isPostgres ? false : 'the embedded database is in the process' },
  () => {
    test('is answered 503 while it is away and recovers without a restart', async (context) => {
      const { environment, remove } = await createEnvironment()
      const target = new URL(environment.DATABASE_URL ?? '')
      const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) })
      context.after(async () => {
        proxy.close()
        await remove()
      })
      target.port = String(proxy.port)
      const server = await startServer(context, { environment: { DATABASE_URL: target.href } })
      assert.equal((await server.fetch('/readyz')).status, 200)

      proxy.cut()
      // The last check holds for a second.
      const away = await waitUntil('it is not ready', async () => {
        const answer = await server.fetch('/readyz')
        return answer.status !== 200 && answer
      })
      assert.equal(away.status, 503)
      assert.equal(away.headers.get('retry-after'), '5')
      assert.equal(((await away.json()) as { error: string }).error, 'temporarily_unavailable')
      assert.equal((await server.fetch('/healthz')).status, 200)

      proxy.fix()
      await waitUntil('it is ready again', async () => (await server.fetch('/readyz')).status === 200)
    })
  },
)
