// run: all
// Files that appear, servers and programs that are killed, sticks that are pulled, disks that are full.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPilot, list, makeFlight, unlimited } from '#test/support/flights.ts'
import { createKey } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createCliHome } from '#test/support/sdk/cli.ts'
import { createEnvironment, startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const FILES = process.env.SWEEPS ? 300 : 6
const KILLS = process.env.SWEEPS ? 20 : 1
const root = join(import.meta.dirname, '../..')

function writeFlights(folder: string, count: number, first = 1): void {
  mkdirSync(folder, { recursive: true })
  for (let seed = first; seed < first + count; seed++)
    writeFileSync(join(folder, `${seed}.igc`), makeFlight(seed))
}

async function prepare(context: TestContext) {
  const server = await startServer(context, { environment: unlimited })
  const pilot = await createPilot(server)
  const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: pilot.token })
  return { server, pilot, home }
}

/** A database with a pilot and a key, and no server that answers. */
async function prepareOffline(context: TestContext) {
  const { environment, remove } = await createEnvironment({ isMigrated: true })
  context.after(remove)
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  Object.assign(environment, unlimited, { PORT: String(port), BASE_URL: url })
  const making = await startServer(
    { after: () => undefined },
    { on: environment, environment: { PORT: String(port) } },
  )
  const { user } = await createPilot(making)
  const key = await createKey(making, user, ['flights:read', 'flights:write'])
  await making.close()
  return { environment, url, key }
}

suite('cloudstreet watch', () => {
  test('sends what is there once, leaves the source as it was, and remembers', async (context) => {
    const { server, pilot, home } = await prepare(context)
    const folder = join(home.folder, 'vario')
    writeFlights(folder, 3)
    writeFileSync(join(folder, 'bad.igc'), 'no flight')
    const before = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs] as const)
    const first = await home.run(['watch', folder, '--once'])
    assert.equal(first.code, 3, first.err)
    assert.match(first.out, /1\.igc: new, \d+\.\d\d points/)
    assert.match(first.out, /bad\.igc: refused, /)
    assert.deepEqual(
      readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs] as const),
      before,
    )
    // The same flight under another name has been sent, too; what was refused is not tried again.
    renameSync(join(folder, '1.igc'), join(folder, 'renamed.igc'))
    const second = await home.run(['watch', folder, '--once'])
    assert.deepEqual([second.code, second.out], [0, ''])
    assert.equal((await list(server, pilot)).pagination.totalCount, 3)
  })

  test('a stick is copied while the line is down, pulled, and sent days later by the next run', async (context) => {
    const { environment, url, key } = await prepareOffline(context)
    const home = createCliHome(context, { CLOUDSTREET_URL: url, CLOUDSTREET_KEY: key })
    const volumes = join(home.folder, 'media')
    mkdirSync(volumes)
    const child = spawn(
      process.execPath,
      [join(root, 'cli/main.ts'), 'watch', '--volumes', '--every', '0.5'],
      {
        env: { ...home.environment, CLOUDSTREET_VOLUMES: volumes },
        stdio: 'ignore',
      },
    )
    context.after(() => child.kill('SIGKILL'))
    writeFlights(join(volumes, 'VARIO'), 3)
    const kept = join(home.folder, 'state/cloudstreet')
    const listWaiting = () =>
      readdirSync(join(kept, readdirSync(kept)[0]!, 'waiting')).filter((name) => name.endsWith('.igc'))
    await waitFor(() => (listWaiting().length === 3 ? [1] : []))
    rmSync(join(volumes, 'VARIO'), { recursive: true })
    child.kill('SIGKILL')
    await once(child, 'close')

    const server = await startServer(context, { on: environment, environment: { PORT: environment.PORT! } })
    const sent = await home.run(['watch', volumes, '--once'])
    assert.equal(sent.code, 0, sent.err)
    assert.equal(sent.out.match(/: new, /g)?.length, 3)
    assert.equal(
      (await list(server, { headers: { authorization: `Bearer ${key}` } })).pagination.totalCount,
      3,
    )
    assert.deepEqual(listWaiting(), [])
  })

  test(`watch and upload, ${FILES} files each, a server killed ${KILLS} times, watch twice: every file once`, async (context) => {
    const { environment, url, key } = await prepareOffline(context)
    const home = createCliHome(context, { CLOUDSTREET_URL: url, CLOUDSTREET_KEY: key })
    const folder = join(home.folder, 'vario')
    const bulk = join(home.folder, 'bulk')
    writeFlights(bulk, FILES, 10_000)
    let server = startProcess(SERVER, [], environment)
    context.after(() => server.kill('SIGKILL'))
    await waitForAnswer(url, server)
    const start = () =>
      spawn(process.execPath, [join(root, 'cli/main.ts'), 'watch', folder, '--json', '--every', '0.5'], {
        env: home.environment,
        stdio: 'ignore',
      })
    let watcher = start()
    context.after(() => watcher.kill('SIGKILL'))
    const uploading = home.run(['upload', bulk, '--json', '--parallel', '2'])
    const batch = Math.ceil(FILES / KILLS)
    for (let kill = 1; kill <= KILLS; kill++) {
      const first = 1 + (kill - 1) * batch
      writeFlights(folder, Math.min(batch, FILES + 1 - first), first)
      await sleep(500 + Math.random() * 4000)
      await server.kill('SIGKILL')
      if (kill % Math.ceil(KILLS / 2) === 0) {
        watcher.kill('SIGKILL')
        await once(watcher, 'close')
        watcher = start()
      }
      server = startProcess(SERVER, [], environment)
      await waitForAnswer(url, server)
    }
    const reading = { fetch: (path: string, init?: RequestInit) => fetch(new URL(path, url), init) }
    const count = async () =>
      (await list(reading, { headers: { authorization: `Bearer ${key}` } })).pagination.totalCount
    const uploaded = await uploading
    assert.equal(uploaded.code, 0, uploaded.out)
    await waitFor(async () => ((await count()) === 2 * FILES ? [1] : []))
    const last = await home.run(['upload', folder, '--json'])
    const results = last.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { result: string }).result)
    assert.deepEqual(new Set(results), new Set(['known']))
    assert.equal(await count(), 2 * FILES)
  })

  test('a disk without room for copies holds up nothing', async (context) => {
    const { server, pilot, home } = await prepare(context)
    const folder = join(home.folder, 'vario')
    writeFlights(folder, 2)
    // A file in the folder's place refuses every write, as a full disk does.
    writeFileSync(join(home.folder, 'state'), '')
    const ran = await home.run(['watch', folder, '--once'])
    assert.equal(ran.code, 0, ran.err)
    assert.match(ran.err, /no copy can be kept/)
    assert.equal((await list(server, pilot)).pagination.totalCount, 2)
    assert.match((await home.run(['watch', folder, '--once'])).out, /1\.igc: known|1\.igc: new/)
    assert.equal((await list(server, pilot)).pagination.totalCount, 2)
  })
})

/** Until it gives something. */
async function waitFor<Item>(find: () => Item[] | Promise<Item[]>): Promise<Item[]> {
  return waitUntil('it came', async () => {
    const found = await Promise.resolve()
      .then(find)
      .catch(() => [])
    return found.length > 0 && found
  })
}
