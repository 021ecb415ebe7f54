// run: all
// The log about requests that end otherwise than they should: what it has, and what it must not have.
import assert from 'node:assert/strict'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { toNetwork } from '#server/access/address.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database.ts'
import { temporarilyUnavailable } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { writeHead } from '#test/support/abuse/raw-http.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, makeFlight, unlimited } from '#test/support/flights.ts'
import { readLink, readOutbox } from '#test/support/mail-server.ts'
import { createUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { createVisitor } from '#test/support/visitor.ts'

const WARNING = 40
const ERROR = 50

interface Line {
  level: number
  msg: string
  path?: string
  ip?: string
  err?: object
}

suite('the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-log-'))
  const path = join(folder, 'log')
  const log = createLog('info', { fd: openSync(path, 'a'), isTTY: false } as NodeJS.WriteStream & {
    fd: number
  })
  // It stays open until the process ends: the log may still write to it.
  after(() => rmSync(folder, { recursive: true }))
  const readLines = () => {
    log.flush()
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line)
  }
  const networks: string[] = []
  const server = await startServer(
    { after },
    {
      log,
      environment: unlimited,
      addRoutes: (app) => {
        const open = { config: { doors: { public: 'none' } } } as const
        app.get('/test/slow', open, async (request) => {
          await sleep(100)
          networks.push(toNetwork(request.ip))
          return {}
        })
        app.get('/test/busy', open, () => {
          throw temporarilyUnavailable('Too much is going on.', 5, new Error('the queue is full'))
        })
        app.get('/test/away', open, () => {
          throw new DatabaseUnavailableError('connection refused')
        })
        app.get('/test/broken', open, () => {
          throw new Error('a mistake of ours')
        })
      },
    },
  )
  const pilot = await createPilot(server)

  test('has no error about clients that reset their connection, and their address on every line', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 100 }
    const bytes = makeFlight(1)
    const igc = {
      'content-type': 'application/octet-stream',
      'content-length': bytes.length,
      ...pilot.headers,
    }
    const half = Buffer.from(bytes.subarray(0, 5000)).toString('latin1')
    const requests = [
      `${writeHead('POST', '/api/oauth/token', form)}grant_type=`,
      `${writeHead('POST', '/sign-in', form)}email=`,
      `${writeHead('POST', '/api/v1/flights/upload', igc)}${half}`,
      `${writeHead('POST', '/api/v1/nothing', { 'content-type': 'application/json', 'content-length': 9 })}{`,
      writeHead('GET', '/api/v1/profile', {}),
      writeHead('GET', '/api/v1/flights', pilot.headers),
      writeHead('GET', '/nothing', { accept: 'text/html' }),
      writeHead('GET', '/test/slow', {}),
    ]
    const before = readLines().length
    for (const text of requests)
      for (const afterMs of [0, 1, 20]) {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined)
        await new Promise((resolve) => socket.once('connect', resolve))
        socket.write(text)
        await sleep(afterMs)
        socket.resetAndDestroy()
      }
    await sleep(300)
    const lines = readLines().slice(before)
    assert.ok(lines.length > 0)
    assert.deepEqual(
      lines.filter((line) => line.level >= WARNING),
      [],
    )
    assert.deepEqual(networks, Array(3).fill('127.0.0.1'))
    for (const line of lines) assert.match(line.ip ?? '', /127\.0\.0\.1/, JSON.stringify(line))
  })

  test('has one line about each request, also about HEAD', async () => {
    const before = readLines().length
    for (const method of ['GET', 'HEAD']) await server.fetch('/api/v1', { method })
    await sleep(50)
    const lines = readLines().slice(before) as (Line & { method: string })[]
    assert.deepEqual(
      lines.map(({ method, path }) => `${method} ${path}`),
      ['GET /api/v1', 'HEAD /api/v1'],
    )
  })

  test('warns of a 503 in a line without a stack; a mistake of ours is an error with its stack', async () => {
    const lineAbout = async (name: string, status: number) => {
      const before = readLines().length
      assert.equal((await server.fetch(`/test/${name}`)).status, status)
      return readLines()
        .slice(before)
        .find((line) => line.level >= WARNING)
    }
    for (const [name, reason] of [
      ['busy', /the queue is full/],
      ['away', /connection refused/],
    ] as const) {
      const line = await lineAbout(name, 503)
      assert.equal(line?.level, WARNING)
      assert.match(JSON.stringify(line), reason)
      assert.doesNotMatch(JSON.stringify(line), /stack|\.ts:\d/)
    }
    const line = await lineAbout('broken', 500)
    assert.equal(line?.level, ERROR)
    assert.match(JSON.stringify(line?.err), /a mistake of ours.*log\.test\.ts:\d/)
  })

  test('has no link of an email that no mail server takes; mail list shows it to the operator', async () => {
    const user = await createUser(server)
    const visitor = createVisitor(server)
    await visitor.open('/forgot-password')
    await visitor.submit('/forgot-password', { email: user.email })
    const [email = ''] = await readOutbox(server.environment.DATA_DIR ?? '')
    const link = readLink({ text: email })
    assert.match(link, /^\/reset-password\?token=/)
    const listed = await runAdmin(server, ['mail', 'list'])
    const outbox = listed.output?.outbox as { to: string; subject: string; text: string }[]
    assert.deepEqual(
      outbox.map(({ to, text }) => [to, readLink({ text })]),
      [[user.email, link]],
    )
    assert.ok(readLines().some(({ msg }) => msg.includes('written to the outbox')))
    const logged = readFileSync(path, 'utf8')
    for (const secret of ['token=', user.email]) assert.equal(logged.includes(secret), false, secret)
  })
})
