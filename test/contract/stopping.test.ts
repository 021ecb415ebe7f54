// run: sweeps; has bounds in seconds of the clock, which a machine without a free core exceeds
// The service as `npm start` runs it, stopped with a signal to the whole process group as a terminal or a supervisor does.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectRaw, writeHead } from '#test/support/abuse/raw-http.ts'
import { makeFlight } from '#test/support/flights.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { answersItsRoutes, bareEnvironment, runToEnd } from '#test/support/process.ts'
import { createEnvironment } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

interface Group {
  signal(signal: NodeJS.Signals): void
  readonly ended: Promise<unknown>
  readonly child: ChildProcess
  output(): string
}

/** npm and its child processes, in a separate process group. */
function startWithNpm(environment: Record<string, string>): Group {
  const child = spawn('npm', ['start', '--ignore-scripts', '--silent'], {
    env: { ...process.env, ...bareEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const signalGroup = (signal: NodeJS.Signals) => process.kill(-(child.pid ?? Number.NaN), signal)
  after(() => {
    if (child.exitCode === null && child.signalCode === null) signalGroup('SIGKILL')
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return {
    child,
    signal: signalGroup,
    ended: once(child, 'close'),
    output: () => text,
  }
}

async function waitUntilReady(url: string, group: Group): Promise<void> {
  await waitUntil(`it is ready:\n${group.output()}`, async () => {
    assert.equal(group.child.exitCode, null, group.output())
    return await answersItsRoutes(url)
  })
}

suite('npm start, stopped by a signal to its process group', { concurrency: true }, () => {
  let seed = 9000

  /** An upload of which the first half has been sent when the group is signalled. */
  async function stopDuringUpload(signal: NodeJS.Signals) {
    const { environment, remove } = await createEnvironment({ isMigrated: true })
    after(remove)
    const key = await createKey(environment)
    const PORT = String(await findFreePort())
    const url = `http://127.0.0.1:${PORT}`
    const group = startWithNpm({ ...environment, PORT })
    await waitUntilReady(url, group)
    const bytes = makeFlight(seed++)
    const client = connectRaw(url)
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/octet-stream',
      'content-length': bytes.length,
    }
    client.send(writeHead('POST', '/api/v1/flights/upload', headers))
    client.send(bytes.subarray(0, bytes.length / 2))
    // Idle by now: a busy one would meet both signals at once, and could not tell them from one.
    await sleep(1000)
    group.signal(signal)
    return { group, client, rest: bytes.subarray(bytes.length / 2) }
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    test(`${signal} lets an upload in progress finish, although npm passes the signal on`, async () => {
      const { group, client, rest } = await stopDuringUpload(signal)
      await sleep(600)
      assert.equal(
        group.child.exitCode ?? group.child.signalCode,
        null,
        'npm ends with the service, not before it',
      )
      client.send(rest)
      assert.equal((await client.waitForEnd(20_000)).status, 201)
      await group.ended
    })
  }

  test('a signal that comes seconds later ends it at once', async () => {
    const { group, client } = await stopDuringUpload('SIGTERM')
    await sleep(2300)
    const signalledAt = Date.now()
    group.signal('SIGTERM')
    assert.equal((await client.waitForEnd(60_000)).status, 0)
    await group.ended
    assert.ok(Date.now() - signalledAt < 7_000)
  })
})

async function createKey(environment: Record<string, string>): Promise<string> {
  const run = async (...args: string[]) => {
    const { code, output } = await runToEnd('server/admin.ts', args, environment)
    assert.equal(code, 0, output)
    return JSON.parse(output) as Record<string, string>
  }
  const email = 'stop@example.org'
  await run('user', 'create', '--email', email, '--name', 'Stop', '--password', 'a long pass phrase')
  const made = await run('key', 'create', '--owner', email, '--name', 'stop', '--scopes', 'flights:write')
  return made.key ?? assert.fail(JSON.stringify(made))
}
