// run: all
// `admin doctor` and the operator's page: every check, with a remedy for each that is not well.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suite, test, type TestContext } from 'node:test'
import type { OperatorChecks } from '#dashboard/operator.ts'
import { startAnnouncing } from '#server/platform/nodes.ts'
import { send } from '#test/support/account.ts'
import { runAdmin } from '#test/support/admin.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { runToEnd } from '#test/support/process.ts'
import { startServer, type TestServer, type TestServerOptions } from '#test/support/server.ts'

async function startNode(
  context: TestContext,
  options: TestServerOptions = {},
  roles = ['serving', 'working'],
) {
  const server = await startServer(context, options)
  const announcement = await startAnnouncing(server.services, '1.2.0', roles)
  context.after(() => announcement.stop())
  return server
}

async function askDoctor(server: Pick<TestServer, 'environment'>, ...args: string[]) {
  const { code, output, error } = await runAdmin(server, ['doctor', '--json', ...args])
  assert.ok(output, error)
  const report = output as unknown as OperatorChecks
  const find = (name: string) => report.checks.find(({ check }) => check === name)
  return { code, report, find, stateOf: (name: string) => find(name)?.state }
}

suite('admin doctor', () => {
  test('finds a plain installation in order, and says what could be better', async (context) => {
    const server = await startNode(context)
    const { code, report, stateOf } = await askDoctor(server)
    assert.equal(code, 0)
    const acting = report.checks.filter(({ state }) => state === 'act')
    assert.deepEqual(acting, [])
    for (const name of ['migrations', 'database', 'base URL', 'proxy', 'TLS', 'workers', 'versions', 'nodes'])
      assert.equal(stateOf(name), 'well', name)
    for (const { check, state, sentence, remedy } of report.checks) {
      assert.match(sentence, /\.$/, check)
      assert.equal(remedy !== undefined, state !== 'well', check)
    }
  })

  test('writes text for people, and ends with 1 when something is broken', async (context) => {
    const folder = join(makeFolder(context), 'file')
    writeFileSync(folder, 'in the way')
    const server = await startNode(context, { environment: { FILES_URL: pathToFileURL(folder).href } })
    const { code, output } = await runToEnd('server/admin.ts', ['doctor'], server.environment)
    assert.equal(code, 1)
    assert.match(output, /^Act now\.\n/)
    assert.match(output, new RegExp(`act {3}storage: Files cannot be written to ${folder}\\.\n {6}Cause: E`))
    // Two, once the node has told the others how it is.
    assert.match(output, /(?:One check asks|2 checks ask) for action/)
  })

  test('sends a test email past the queue, and says what the mail server answers', async (context) => {
    let isRefusing = true
    const refuse = () => (isRefusing ? { responseCode: 550, message: 'no such user' } : undefined)
    const mail = await startMailServer(context, { refuse })
    const server = await startNode(context, { environment: { SMTP_URL: mail.url } })
    const refused = await askDoctor(server, '--mail', 'me@example.org')
    assert.deepEqual([refused.stateOf('mail'), refused.stateOf('test email')], ['well', 'act'])
    isRefusing = false
    const sent = await askDoctor(server, '--mail', 'me@example.org')
    assert.deepEqual([sent.code, sent.stateOf('test email')], [0, 'well'])
    assert.equal((await mail.take('me@example.org')).subject, 'Cloudstreet can send mail')
  })

  test('says that a proxy is in front which TRUST_PROXY does not name', async (context) => {
    const proxy = createServer((request, response) => {
      const headers = { ...(request.headers as Record<string, string>), 'x-forwarded-for': '203.0.113.7' }
      void fetch(`${server.url.replace(/\d+$/, server.environment.PORT ?? '')}${request.url}`, {
        headers,
      }).then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
    })
    await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve))
    context.after(() => void proxy.close())
    const { port } = proxy.address() as AddressInfo
    const server = await startNode(context, { environment: { BASE_URL: `http://localhost:${port}` } })
    const { code, stateOf } = await askDoctor(server)
    assert.deepEqual([code, stateOf('proxy')], [1, 'act'])
  })

  test('tells a stranger nothing about the request that it sees', async (context) => {
    const server = await startNode(context)
    for (const given of ['', '1.2', `${Date.now()}.${'0'.repeat(64)}`]) {
      const answer = await server.fetch('/healthz', { headers: { 'x-cloudstreet-doctor': given } })
      assert.deepEqual(await answer.json(), { status: 'ok' })
    }
  })

  test('misses nodes, workers and one release for all', async (context) => {
    const server = await startServer(context)
    assert.equal((await askDoctor(server)).stateOf('nodes'), 'act')
    const serving = await startAnnouncing(server.services, '1.2.0', ['serving'])
    context.after(() => serving.stop())
    assert.equal((await askDoctor(server)).stateOf('workers'), 'act')
    const other = await startAnnouncing(server.services, '1.3.0', ['working'])
    context.after(() => other.stop())
    const mixed = await askDoctor(server)
    assert.deepEqual([mixed.stateOf('workers'), mixed.stateOf('versions')], ['well', 'look'])
  })

  test('and status list nodes of the release before, which say less about themselves', async (context) => {
    const server = await startServer(context)
    const { db, now } = server.services
    await db.sql`
      insert into nodes (id, release, opens, started_at, seen_at) values ('old', '1.1.0', '', ${now()}, ${now()})`
    const { output } = await runAdmin(server, ['status'])
    const nodes = output?.nodes as { release: string }[]
    assert.deepEqual(
      nodes.map(({ release }) => release),
      ['1.1.0'],
    )
    const { stateOf } = await askDoctor(server)
    assert.deepEqual([stateOf('nodes'), stateOf('workers'), stateOf('versions')], ['well', 'well', 'well'])
  })

  test('reports a database that it cannot open, and migrates none', async (context) => {
    const DATA_DIR = makeFolder(context)
    const { code, report } = await askDoctor({ environment: { DATA_DIR, LOG_LEVEL: 'silent' } })
    assert.equal(code, 1)
    assert.deepEqual(
      report.checks.map(({ check, state }) => [check, state]),
      [['migrations', 'act']],
    )
  })
})

test('the operator’s page opens with the same checks', async (context) => {
  const server = await startNode(context, { environment: { OPERATORS: 'operator@example.org' } })
  const person = await createSignedInUser(server)
  await server.services.db.sql`update users set email = 'operator@example.org' where id = ${person.user.id}`
  const answer = await send(server, person, 'GET', '/admin/checks')
  const { state, checks } = (await answer.json()) as OperatorChecks
  assert.equal(state, 'look', 'neither backups nor a mail server are set')
  const names = new Set(checks.map(({ check }) => check))
  const { report } = await askDoctor(server)
  assert.deepEqual(new Set(report.checks.map(({ check }) => check)), names.add('migrations'))
})
