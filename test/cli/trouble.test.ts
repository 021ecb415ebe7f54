// run: sweeps; plays through what happens to a machine of the user: full disks, pulled sticks, jumping clocks
// Mishaps of a computer at a launch: a full disk, a clock that jumps, a stick that is pulled.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPilot, list, makeFlight, type Pilot, unlimited } from '#test/support/flights.ts'
import { obtainTokens, registerApplication } from '#test/support/oauth.ts'
import { bearer, createSignedInUser } from '#test/support/people.ts'
import { createCliHome } from '#test/support/sdk/cli.ts'
import { startGate } from '#test/support/sdk/gate.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const often = ['--every', '0.2']
const DAY_MS = 86_400_000
const preload = ['--import', join(import.meta.dirname, '../support/sdk/shifted-clock.ts')]

function writeFlights(folder: string, count: number, first = 1): void {
  mkdirSync(folder, { recursive: true })
  for (let seed = first; seed < first + count; seed++)
    writeFileSync(join(folder, `${seed}.igc`), makeFlight(seed))
}

/** Only root may, and not in every container. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-mount-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return isMounted
}
const mounting = { skip: canMount() ? false : 'a small disk cannot be mounted here' }

suite('cloudstreet watch, in trouble', { concurrency: true }, async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, RATE_LIMIT_OAUTH: '0' } })
  const count = async (pilot: Pick<Pilot, 'headers'>) => (await list(server, pilot)).pagination.totalCount
  const waitForCount = async (pilot: Pick<Pilot, 'headers'>, wanted: number) => {
    await waitUntil(`${wanted} flights came`, async () => (await count(pilot)) >= wanted)
  }

  test(
    'a full disk: what fits is copied, the rest is sent from where it is, each once',
    mounting,
    async (context) => {
      const pilot = await createPilot(server)
      const gate = await startGate(context, server.url, false)
      const state = mkdtempSync(join(tmpdir(), 'cloudstreet-full-'))
      assert.equal(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', state]).status, 0)
      context.after(() => {
        spawnSync('umount', ['-l', state])
        rmSync(state, { recursive: true })
      })
      const account = { CLOUDSTREET_URL: gate.url, CLOUDSTREET_KEY: pilot.token }
      const home = createCliHome(context, { ...account, XDG_STATE_HOME: state })
      const folder = join(home.folder, 'vario')
      writeFlights(folder, 8)
      const watching = home.start(['watch', folder, ...often])
      await watching.waitFor(/no copy can be kept \(ENOSPC/)
      const kept = join(state, 'cloudstreet')
      const copies = readdirSync(join(kept, readdirSync(kept)[0]!, 'waiting')).filter((name) =>
        name.endsWith('.igc'),
      )
      assert.ok(copies.length >= 1 && copies.length < 8, `${copies.length} copies`)
      gate.open()
      await waitForCount(pilot, 8)
      await watching.end('SIGINT')
      const again = await home.run(['watch', folder, '--once'])
      assert.equal(again.code, 0, again.err)
      assert.equal(await count(pilot), 8)
      assert.equal(readdirSync(folder).length, 8)
    },
  )

  test('a clock that jumps a day ahead and two back neither stalls it nor makes it storm', async (context) => {
    const { user, headers } = await createSignedInUser(server)
    const application = await registerApplication(server, { type: 'public' })
    const tokens = await obtainTokens(server, application, { headers })
    const gate = await startGate(context, server.url)
    const clock = join(mkdtempSync(join(tmpdir(), 'cloudstreet-clock-')), 'shift')
    context.after(() => rmSync(join(clock, '..'), { recursive: true }))
    const jumpTo = (shiftMs: number) => writeFileSync(clock, String(shiftMs))
    jumpTo(0)
    const home = createCliHome(context, { CLOCK_FILE: clock })
    const config = join(home.folder, 'config/cloudstreet')
    mkdirSync(config, { recursive: true })
    const account = { id: 'one', baseUrl: gate.url, clientId: application.id, place: 'file' }
    writeFileSync(join(config, 'account.json'), JSON.stringify(account))
    const { access_token: accessToken, refresh_token: refreshToken, scope } = tokens
    const expiresAt = Date.now() + 3_600_000
    writeFileSync(join(config, 'secret'), JSON.stringify({ accessToken, refreshToken, scope, expiresAt }))

    const reading = { headers: bearer(accessToken) }
    const folder = join(home.folder, 'vario')
    mkdirSync(folder)
    const watching = home.start(['watch', folder, ...often], { nodeArgs: preload })
    await watching.waitFor(/Watching/)
    jumpTo(DAY_MS)
    writeFlights(folder, 1)
    await watching.waitFor(/1\.igc: new/)
    gate.close()
    jumpTo(-DAY_MS)
    writeFlights(folder, 1, 2)
    await watching.waitFor(/2\.igc: failed/)
    await sleep(500)
    assert.ok(gate.turnedAway() >= 1 && gate.turnedAway() <= 4, `${gate.turnedAway()} attempts`)
    gate.open()
    await watching.waitFor(/2\.igc: new/)
    assert.equal(await count(reading), 2)
    const rows = await server.services.db.sql`
      select 1 as one from refresh_tokens where used_at is not null
      and chain_id in (select id from chains where user_id = ${user.id})`
    assert.equal(rows.length, 1, 'one refresh: at the jump ahead')
  })

  test('a stick that is pulled in the middle of copying and put back: every flight once', async (context) => {
    const pilot = await createPilot(server)
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: pilot.token })
    const volumes = join(home.folder, 'media')
    const [stick, pulled] = [join(volumes, 'VARIO'), join(home.folder, 'pulled')]
    writeFlights(stick, 6)
    home.environment.CLOUDSTREET_VOLUMES = volumes
    const watching = home.start(['watch', '--volumes', '--every', '1'])
    await waitForCount(pilot, 6)
    // A file is copied when it has looked the same twice, a second apart.
    const staging = join(home.folder, 'staging')
    writeFlights(staging, 6, 7)
    for (const name of readdirSync(staging)) renameSync(join(staging, name), join(stick, name))
    await sleep(100)
    renameSync(stick, pulled)
    await sleep(1300)
    assert.equal(await count(pilot), 6)
    renameSync(pulled, stick)
    await waitForCount(pilot, 12)
    await watching.end('SIGINT')
    assert.equal(watching.out().match(/: new, /g)?.length, 12)
    assert.doesNotMatch(watching.out(), /failed|refused/)
    assert.equal(readdirSync(stick).length, 12)
  })
})
