// Every example, run as its reader would run it, where its language is at hand.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { signWebhook } from '#sdk/index.ts'
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
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-examples-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

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
    buildSdk(join(installed, 'dist'))
    copyFileSync(join(examples, 'backup/backup.mjs'), join(home, 'backup.mjs'))
    const pilot = await createPilot(server)
    const [one, two] = [makeFlight(1), makeFlight(2)]
    const { id: first } = await readUploaded(await upload(server, pilot, one))
    const { id: second } = await readUploaded(await upload(server, pilot, two))
    const run = async () => {
      const env = { ...process.env, URL: server.url, KEY: pilot.token }
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
