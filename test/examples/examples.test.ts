// run: all
// Every example, run as its reader would run it, where its language is at hand.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { signWebhook } from '#sdk/index.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { createPilot, makeFlight, readUploaded, upload } from '#test/support/flights.ts'
import { decideDevice, registerApplication } from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { startServer } from '#test/support/server.ts'
import { buildSdk } from '../../scripts/sdk/build.ts'

const root = join(import.meta.dirname, '../..')
const examples = join(root, 'examples')
const isThere = (command: string, flag = '--version') => spawnSync(command, [flag]).status === 0

const receiver = (name: string) => join(examples, 'receiver', name)

const receivers = [
  {
    language: 'Node',
    isHere: true,
    prepare: () => undefined,
    command: () => [process.execPath, receiver('receiver.mjs')],
  },
  {
    language: 'Python',
    isHere: isThere('python3'),
    prepare: () => undefined,
    command: () => ['python3', receiver('receiver.py')],
  },
  {
    language: 'Go',
    isHere: isThere('go', 'version'),
    // Built first: a program that `go run` has started outlives it.
    prepare: (folder: string) => {
      runOrFail('go', ['vet', receiver('receiver.go')])
      runOrFail('go', ['build', '-o', join(folder, 'receiver'), receiver('receiver.go')])
    },
    command: (folder: string) => [join(folder, 'receiver')],
  },
]

function runOrFail(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
}

suite('the examples', async () => {
  const server = await startServer({ after }, { environment: { DEVICE_INTERVAL_SECONDS: '1' } })
  const folder = makeFolder({ after })

  for (const { language, isHere, prepare, command } of receivers) {
    const skip = isHere ? false : `${language} is not installed`
    test(
      `the receiver in ${language} takes an event once, and refuses what is forged or old`,
      { skip },
      async (context) => {
        const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD5KCBtwUzBp4='
        const port = await findFreePort()
        prepare(folder)
        const [program = '', ...args] = command(folder)
        const child = spawn(program, args, {
          env: { ...process.env, SECRET: secret, PORT: String(port) },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        context.after(() => child.kill('SIGKILL'))
        let out = ''
        child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
        await once(child.stderr, 'data')
        const body = JSON.stringify({ event: 'flight.deleted', flight: { id: 'ä', hash: null } })
        const send = async (headers: Record<string, string>) =>
          (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
        const genuine = await signWebhook({ secret, id: 'e1', body })
        const old = await signWebhook({ secret, id: 'e2', body, at: Date.now() - 600_000 })
        const forged = await signWebhook({ secret: `whsec_${btoa('another')}`, id: 'e3', body })
        const statuses = [
          await send(genuine),
          await send(genuine),
          await send(old),
          await send(forged),
          await send({}),
        ]
        assert.deepEqual(statuses, [204, 204, 400, 400, 400])
        child.kill('SIGTERM')
        await once(child, 'close')
        assert.equal(out, `${body}\n`)
      },
    )
  }

  test('the backup fetches what is new, removes what was deleted, and goes on where it was', async () => {
    const home = join(folder, 'backup')
    const installed = join(home, 'node_modules/@cloudstreet/sdk')
    mkdirSync(installed, { recursive: true })
    copyFileSync(join(root, 'sdk/package.json'), join(installed, 'package.json'))
    await buildSdk(join(installed, 'dist'))
    copyFileSync(join(examples, 'backup/backup.mjs'), join(home, 'backup.mjs'))
    const pilot = await createPilot(server)
    const [one, two] = [makeFlight(1), makeFlight(2)]
    const { id: first } = await readUploaded(await upload(server, pilot, one))
    const { id: second } = await readUploaded(await upload(server, pilot, two))
    const run = async () => {
      const env = { ...process.env, CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: pilot.token }
      const child = spawn(process.execPath, ['backup.mjs', 'flights'], {
        cwd: home,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let out = ''
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
      await once(child, 'close')
      assert.equal(child.exitCode, 0)
      return out
    }
    assert.equal(await run(), `+ flights/${first}.igc\n+ flights/${second}.igc\n`)
    assert.deepEqual(readFileSync(join(home, 'flights', `${first}.igc`)), Buffer.from(one))
    assert.equal(await run(), '')
    await server.fetch(`/api/v1/flights/${first}`, { method: 'DELETE', headers: pilot.headers })
    assert.equal(await run(), `- flights/${first}.igc\n`)
    assert.deepEqual(readdirSync(join(home, 'flights')).sort(), ['.cursor', `${second}.igc`])
  })

  test(
    'the client in Python uploads, lists, follows changes, downloads, waits when told to, and gives no key away',
    { skip: isThere('python3') ? false : 'Python is not installed' },
    async () => {
      const file = join(examples, 'python/cloudstreet.py')
      const old = 'import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 9))'
      runOrFail('python3', ['-c', old, file])
      const pilot = await createPilot(server)
      const home = join(folder, 'python')
      mkdirSync(home)
      for (const seed of [1, 2, 3]) writeFileSync(join(home, `${seed}.igc`), makeFlight(seed))
      writeFileSync(join(home, 'bad.igc'), 'no flight')
      const run = async (words: string[], url = server.url, more: NodeJS.ProcessEnv = {}) => {
        const own = { CLOUDSTREET_URL: url, CLOUDSTREET_KEY: pilot.token, PYTHONDONTWRITEBYTECODE: '1' }
        const env = { ...process.env, ...own, ...more }
        const child = spawn('python3', [file, ...words], { cwd: home, env })
        const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
        return { out, err, code: child.exitCode }
      }
      for (const [env, sentence] of [
        [{ CLOUDSTREET_URL: undefined }, /^CLOUDSTREET_URL is not set: /],
        [{ CLOUDSTREET_KEY: undefined }, /^CLOUDSTREET_KEY is not set: /],
        [{ CLOUDSTREET_URL: 'cloudstreet.example' }, /must begin with https:/],
      ] as const) {
        const said = await run(['list'], server.url, env)
        assert.deepEqual([said.code, said.out], [1, ''])
        assert.match(said.err, sentence)
        assert.doesNotMatch(said.err, /Traceback/)
      }
      for (const words of [['upload', 'none.igc'], ['upload'], ['download'], ['nonsense']]) {
        const { code, err } = await run(words)
        assert.equal(code, 1, words.join(' '))
        assert.doesNotMatch(err, /Traceback/)
      }
      const lines = (out: string) =>
        out
          .trimEnd()
          .split('\n')
          .map((line) => line.split(' '))
      const uploaded = await run(['upload', '1.igc', '2.igc', '3.igc'])
      assert.deepEqual(
        lines(uploaded.out).map(([path, state]) => `${path} ${state}`),
        ['1.igc new', '2.igc new', '3.igc new'],
        uploaded.err,
      )
      assert.match((await run(['upload', '1.igc'])).out, /^1\.igc known /)
      const listed = lines((await run(['list'])).out).map(([, id]) => id!)
      assert.equal(new Set(listed).size, 3)
      const changes = lines((await run(['changes'])).out)
      assert.deepEqual(
        changes.map(([word]) => word),
        ['created', 'created', 'created', 'cursor'],
      )
      assert.deepEqual(
        lines((await run(['changes', changes[3]![1]!])).out).map(([word]) => word),
        ['cursor'],
      )
      const { out } = await run(['download', listed[0]!])
      assert.ok([1, 2, 3].some((seed) => Buffer.from(makeFlight(seed)).toString('latin1') === out))
      const refused = await run(['upload', 'bad.igc'])
      assert.deepEqual(
        [refused.code, /\(400 invalid_igc, request [\w-]+\)\n$/.test(refused.err)],
        [1, true],
        refused.err,
      )

      // Busy once, then a redirect to somebody else, whom the key is not for.
      const seen: (string | undefined)[] = []
      const busy = createServer((request, response) => {
        seen.push(request.headers.authorization)
        if (seen.length === 1) response.writeHead(503, { 'retry-after': '0' }).end()
        else response.writeHead(302, { location: `${server.url}/api/v1/flights` }).end()
      })
      busy.listen(0, '127.0.0.1')
      await once(busy, 'listening')
      const stopped = await run(['list'], `http://127.0.0.1:${(busy.address() as AddressInfo).port}`)
      busy.close()
      assert.deepEqual([seen.length, stopped.code, stopped.out], [2, 1, ''])
      assert.match(stopped.err, /has answered 302/)
    },
  )

  if (isThere('cc')) {
    test('the device in C signs its pilot in by a code and uploads', async () => {
      const program = join(folder, 'device')
      const flags = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-o', program]
      runOrFail('cc', [...flags, join(examples, 'device/device.c')])
      const flight = join(folder, 'flight.igc')
      writeFileSync(flight, makeFlight(3))
      const { user, headers } = await createSignedInUser(server)
      const { id } = await registerApplication(server, { type: 'public' })
      const child = spawn(program, ['localhost', new URL(server.url).port, id, flight], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let out = ''
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString()
        const code = /enter ([A-Z]{4}-[A-Z]{4})\n$/.exec(out)?.[1]
        if (code !== undefined) void decideDevice(server, code, { headers })
      })
      await once(child, 'close')
      assert.match(out, /uploaded\n$/)
      assert.equal(child.exitCode, 0)
      const rows = await server.services.db.sql`select id from flights where owner_id = ${user.id}`
      assert.equal(rows.length, 1)
    })
  }
})
