// run: all
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { rolldown } from 'rolldown'
import { makeFolder } from '#test/support/installation/folder.ts'
import { fetchDescription } from '#test/support/description.ts'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, makeFlight } from '#test/support/flights.ts'
import { shareServer } from '#test/support/server.ts'

// The generator prints with the compiler's JavaScript API, which TypeScript 7 no longer has.
registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-api' : name, context),
})

/** An integrator's program with the generated client: types are checked, then it runs. */
const PROGRAM = `
import { client } from './client.gen.ts'
import type { Auth } from './client/index.ts'
import {
  checkDhvLogin, getFlight, listFlights, pollPairing, revokePairing, startPairing, submitLeonardoFlight,
  uploadDhvFlight, uploadFlight, uploadLeafFlight, uploadSkylinesFlights, type Flight,
} from './index.ts'

export async function run(baseUrl: string, key: string, file: Blob) {
  client.setConfig({ baseUrl, auth: () => key })
  const uploaded = await uploadFlight({ body: file, query: { launch_type: 'Towed' } })
  if (!uploaded.data) throw new Error(uploaded.error?.error)
  const { data: answer } = await getFlight({ path: { id: uploaded.data.data.id } })
  const flight: Flight | undefined = answer?.data
  const { data: list } = await listFlights({ query: { pageSize: 5 } })
  const refused = await getFlight({ path: { id: 'f'.repeat(24) } })
  return {
    launch: flight?.launch_type,
    score: flight?.scoring.score,
    count: list?.data.length,
    error: refused.error?.error,
  }
}

/** As clients of other services do. */
export async function runOthers(key: string, user: string, pass: string, file: Blob) {
  const text = await file.text()
  const login = await checkDhvLogin({ body: { user, pass } })
  const dhv = await uploadDhvFlight({ body: { user, pass, igcname: 'a.igc', igccontent: text } })
  const leonardo = await submitLeonardoFlight({ body: { user, pass, igcfn: 'a', IGCigcIGC: text } })
  const leaf = await uploadLeafFlight({ body: file, headers: { 'X-Filename': 'a.igc' }, auth: key })
  const basic = ({ scheme }: Auth) => (scheme === 'basic' ? user + ':' + pass : undefined)
  const skylines = await uploadSkylinesFlights({ body: { files: [file] }, auth: basic })
  const started = await startPairing()
  const polled = await pollPairing({ body: { pollHandle: started.data?.pollHandle ?? '' } })
  const revoked = await revokePairing({ auth: pass })
  return {
    login: login.data?.success,
    dhv: dhv.data?.success,
    leonardo: leonardo.data?.includes('flight scored'),
    leaf: leaf.data?.deduped,
    skylines: skylines.data?.results.map(({ status }) => status),
    pairing: polled.data?.status,
    revoked: revoked.data?.revoked,
  }
}
`

suite('a client generated from the description', async () => {
  test('compiles without a complaint, uploads, reads and lists, and speaks every dialect', async (context) => {
    const server = await shareServer()
    const folder = makeFolder(context)
    const { createClient } = await import('@hey-api/openapi-ts')
    await createClient({
      input: (await fetchDescription(server)) as never,
      output: folder,
      logs: { level: 'silent' },
    })
    const program = join(folder, 'program.ts')
    writeFileSync(program, PROGRAM)
    compile(program)

    const bundle = await rolldown({ input: program, logLevel: 'silent' })
    await bundle.write({ file: join(folder, 'program.mjs') })
    const { run, runOthers } = (await import(join(folder, 'program.mjs'))) as Record<
      'run' | 'runOthers',
      (...values: unknown[]) => Promise<Record<string, unknown>>
    >
    const pilot = await createPilot(server)
    const file = new Blob([Buffer.from(makeFlight(1))], { type: 'application/octet-stream' })
    const { launch, score, count, error } = await run(server.url, pilot.token, file)
    assert.deepEqual({ launch, count, error }, { launch: 'Towed', count: 1, error: 'not_found' })
    assert.ok((score as number) > 0)

    const { login, password } = await addDevice(server, pilot.user)
    const other = new Blob([Buffer.from(makeFlight(2))], { type: 'application/octet-stream' })
    assert.deepEqual(await runOthers(pilot.token, login, password, other), {
      login: true,
      dhv: true,
      leonardo: true,
      leaf: true,
      skylines: [1],
      pairing: 'pending',
      revoked: true,
    })
  })
})

/** Throws with what the compiler says. */
function compile(file: string): void {
  const options = '--ignoreConfig --noEmit --strict --allowImportingTsExtensions --types node --typeRoots'
  const target = '--target es2024 --lib es2024,dom,dom.iterable --module esnext --moduleResolution bundler'
  const roots = join(import.meta.dirname, '../../../node_modules/@types')
  execFileSync('tsc', [...options.split(' '), roots, ...target.split(' '), file], { encoding: 'utf8' })
}
