// run: all
// Flights from services of others. Their servers are stand-ins: see foreign-service.ts for what each answer is taken from.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test, type TestContext } from 'node:test'
import { createPilot, list, makeFlight, unlimited, upload } from '#test/support/flights.ts'
import { joinFiles } from '#test/support/igc/joined.ts'
import { createKey } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { createCliHome, type CliHome } from '#test/support/sdk/cli.ts'
import { foreign, PASSWORD, startForeignService, USER } from '#test/support/sdk/foreign-service.ts'
import { startServer } from '#test/support/server.ts'

// Mostly waiting, so several at once.
suite('cloudstreet import --from', { concurrency: 3 }, async () => {
  const server = await startServer({ after }, { environment: unlimited })

  async function prepare(context: TestContext, environment: Record<string, string> = {}) {
    const pilot = await createPilot(server)
    const account = { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: pilot.token }
    const home = createCliHome(context, { ...account, ...environment })
    return { pilot, home, count: async () => (await list(server, pilot)).pagination.totalCount }
  }
  const isFile = ({ path }: { path: string }) => /\/files\/|igc/.test(path)

  test('SkyLines: every file is told, the next run fetches none, and no request is hurried', async (context) => {
    const { pilot, home, count } = await prepare(context)
    const files = {
      'a.igc': makeFlight(1),
      'b here.igc': makeFlight(2),
      'two.igc': joinFiles(makeFlight(3), makeFlight(4)),
      'bad.igc': 'no flight',
      'copy of a.igc': makeFlight(1),
    }
    await upload(server, pilot, makeFlight(2))
    const service = await startForeignService(context, foreign.skylines(files))
    const run = (...more: string[]) =>
      home.run([
        'import',
        '--from',
        'skylines',
        '--user',
        `${service.url}/users/1234`,
        '--at',
        service.url,
        ...more,
      ])
    const first = await run()
    assert.equal(first.code, 3, first.err)
    assert.match(
      first.out,
      /^a\.igc: new\nb here\.igc: known\ntwo\.igc: new\nbad\.igc: refused, .+\ncopy of a\.igc: known\n$/,
    )
    assert.equal(first.err, '5 files are there.\n')
    assert.equal(await count(), 4)
    assert.equal(service.asked.length, 3 + 5)
    const tookMs = service.asked.at(-1)!.atMs - service.asked[0]!.atMs
    assert.ok(
      tookMs > 900 * (service.asked.length - 1),
      `a second for each request, not ${tookMs} ms for all`,
    )
    const second = await run()
    assert.deepEqual([second.code, second.out], [0, ''])
    assert.equal(second.err, '5 files are there, 5 of them from an earlier run.\n')
    assert.equal(service.asked.filter(isFile).length, 5)
    const [line = ''] = (await run('--again', '--json')).out.split('\n')
    assert.deepEqual(JSON.parse(line), { file: 'a.igc', result: 'known' })
  })

  test('XCCup: a wrong password is said; the right one is kept nowhere, and its session is ended', async (context) => {
    const { home, count } = await prepare(context, { CLOUDSTREET_FROM_PASSWORD: PASSWORD })
    const ids = Array.from({ length: 5 }, (_, index) => `0a1b2c3d-0000-4000-8000-00000000000${index}`)
    const files = Object.fromEntries(ids.map((id, index) => [id, makeFlight(index + 1)]))
    const service = await startForeignService(context, foreign.xccup(files))
    const args = ['import', '--from', 'xccup', '--at', service.url, '--user']
    const wrong = await home.run([...args, 'eve@example.org'])
    assert.deepEqual([wrong.code, wrong.out], [1, ''])
    assert.match(
      wrong.err,
      /^The sign-in was refused\. 127\.0\.0\.1:\d+ answered 401\. It says: Unauthorized\n$/,
    )
    assert.equal(service.asked.length, 1, 'it is not tried again: the service counts sign-ins')
    let isBusy = true
    service.fault = ({ path }, response) => {
      if (!isBusy || !path.includes('igc')) return false
      isBusy = false
      response.writeHead(429, { 'retry-after': '1' }).end()
      return true
    }
    const right = await home.run([...args, USER])
    assert.equal(right.code, 0, right.err)
    assert.match(right.err, /asks to wait 1 s\.\n/)
    assert.equal(right.out.match(/2026-05-0\d-\d\.igc: new\n/g)?.length, 5)
    assert.equal(await count(), 5)
    assert.deepEqual(
      service.asked.filter(({ path }) => path.endsWith('logout')).map(({ body }) => body),
      ['{"token":"refresh-1"}'],
    )
    for (const text of readTree(home)) assert.ok(!/Thermal|access-1|refresh-1/.test(text))
    service.fault = (_, response) => Boolean(response.writeHead(429, { 'retry-after': '3600' }).end())
    const limited = await home.run([...args, USER])
    assert.equal(limited.code, 1)
    assert.match(
      limited.err,
      /has no time for us \(429\): try again after 60 min\. The same command goes on\./,
    )
  })

  test('DHV-XC: a file that is cut off is fetched again, a page in its place is left for another time', async (context) => {
    const { home, count } = await prepare(context, { CLOUDSTREET_FROM_PASSWORD: PASSWORD })
    const files = { 1: makeFlight(1), 2: makeFlight(2), 3: makeFlight(3) }
    const service = await startForeignService(context, foreign['dhv-xc'](files))
    const args = ['import', '--from', 'dhv-xc', '--at', service.url, '--user']
    const wrong = await home.run([...args, 'eve'])
    assert.deepEqual([wrong.code, wrong.err], [1, 'The sign-in was refused. Benutzer oder Passwort falsch\n'])
    let isCut = true
    service.fault = ({ path }, response) => {
      if (path === '/flight/3/igc') return Boolean(response.end('<!doctype html>Wartung'))
      if (!isCut || path !== '/flight/2/igc') return false
      isCut = false
      response.writeHead(200, { 'content-length': files[2].length })
      response.write(files[2].subarray(0, 5000), () => response.destroy())
      return true
    }
    const first = await home.run([...args, USER])
    assert.equal(first.code, 1, first.err)
    assert.match(
      first.out,
      /^2022-06-11-1\.igc: new\n2022-06-11-2\.igc: new\n2022-06-11-3\.igc: failed, The service answers with a page instead of the file\.\n$/,
    )
    service.fault = undefined
    const second = await home.run([...args, USER])
    assert.deepEqual([second.code, second.out], [0, '2022-06-11-3.igc: new\n'], second.err)
    assert.equal(await count(), 3)
  })

  test('a run that is killed goes on with the next: no flight is lost or doubled', async (context) => {
    const { home, count } = await prepare(context)
    const files = Object.fromEntries([1, 2, 3, 4].map((seed) => [`${seed}.igc`, makeFlight(seed)]))
    const service = await startForeignService(context, foreign.skylines(files))
    const args = ['import', '--from', 'skylines', '--user', '1234', '--at', service.url]
    const running = home.start(args)
    await running.waitFor(/2\.igc: new/)
    await running.end('SIGKILL')
    const { code, out, err } = await home.run(args)
    assert.equal(code, 0, err)
    assert.match(out, /3\.igc: (?:new|known)\n4\.igc: new\n$/)
    assert.equal(await count(), 4)
  })

  test('a service that goes away is left alone after three files', async (context) => {
    const { home } = await prepare(context)
    const files = Object.fromEntries([1, 2, 3, 4, 5].map((seed) => [`${seed}.igc`, makeFlight(seed)]))
    const service = await startForeignService(context, foreign.skylines(files))
    service.fault = (one, response) => isFile(one) && Boolean(response.writeHead(500).end())
    const run = await home.run(['import', '--from', 'skylines', '--user', '1234', '--at', service.url])
    assert.equal(run.code, 1)
    assert.equal(run.out.match(/\.igc: failed, 127\.0\.0\.1:\d+ answered 500\.\n/g)?.length, 3, run.out)
    assert.match(run.err, /The rest is left for another time: the same command goes on with it\.\n$/)
  })

  test('a key that may not read sends every file, and one that may not write is told', async (context) => {
    const { pilot } = await prepare(context)
    const service = await startForeignService(context, foreign.skylines({ '1.igc': makeFlight(1) }))
    const args = ['import', '--from', 'skylines', '--user', '1234', '--at', service.url]
    const withKey = async (scope: 'flights:read' | 'flights:write') => {
      const key = await createKey(server, pilot.user, [scope])
      return createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: key }).run(args)
    }
    const reader = await withKey('flights:read')
    assert.deepEqual([reader.code, reader.out], [1, ''])
    assert.match(reader.err, /flights:write/)
    assert.equal((await withKey('flights:write')).out, '1.igc: new\n')
  })

  test('the password is typed on a terminal, and not shown', async (context) => {
    const { home } = await prepare(context)
    const service = await startForeignService(context, foreign.xccup({ x: makeFlight(1) }))
    const main = join(import.meta.dirname, '../../cli/main.ts')
    const command = `${process.execPath} ${main} import --from xccup --user ${USER} --at ${service.url}`
    // A terminal made of a pipe.
    const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { env: home.environment })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      const isAsked = out.includes('not kept):')
      out += chunk.toString()
      // The wrong letter is taken back.
      if (!isAsked && out.includes('not kept):')) child.stdin.end(`${PASSWORD}x\u007F\r`)
    })
    await once(child, 'close')
    assert.match(out, /^Your password at 127\.0\.0\.1:\d+ \(not shown, not kept\):/)
    assert.match(out, /2026-05-01-1\.igc: new/)
    assert.ok(!out.includes('Thermal'), out)
  })

  test('wrong words are explained, and nothing is asked', async (context) => {
    const { home } = await prepare(context)
    const gone = `http://127.0.0.1:${await findFreePort()}`
    const cases: [string[], number, RegExp][] = [
      [['--from', 'xcontest'], 2, /^--from must be skylines, dhv-xc, xccup, not "xcontest"\./m],
      [['--from', '__proto__'], 2, /^--from must be /m],
      [['--from', 'skylines'], 2, /^--user is missing: the number of the pilot/m],
      [['--from', 'skylines', '--user', 'ada', '--at', gone], 1, /^--user must be a number or end with one/m],
      [['--from', 'skylines', '--user', '1', 'x.zip'], 2, /^Either files, or --from\./m],
      [['--from', 'xccup', '--user', 'a', '--at', 'http://xccup.example'], 2, /^--at must be .* https:\/\//m],
      [['--from', 'xccup', '--user', 'a', '--at', 'xccup'], 2, /^--at must be .* https:\/\//m],
      [
        ['--from', 'xccup', '--user', 'a', '--at', gone],
        2,
        /^There is no terminal to ask for the password: set/m,
      ],
      [
        ['--from', 'skylines', '--user', '1', '--at', gone],
        1,
        /cannot be reached, or broke off: .*ECONNREFUSED/,
      ],
    ]
    for (const [args, code, sentence] of cases) {
      const { code: got, err } = await home.run(['import', ...args])
      assert.equal(got, code, err)
      assert.match(err, sentence)
    }
  })
})

function readTree({ folder }: CliHome): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}
