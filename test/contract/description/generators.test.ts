// run: sweeps; installs 300 MB of generators; that of hey-api makes a client in every run
// Clients that five generators make of the description compile and call; that of hey-api is in generated-client.test.ts.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { rolldown } from 'rolldown'
import { makeFolder } from '#test/support/installation/folder.ts'
import { fetchDescription } from '#test/support/description.ts'
import { createPilot, makeFlight, upload } from '#test/support/flights.ts'
import { startServer } from '#test/support/server.ts'

const root = join(import.meta.dirname, '../../..')
const tools = join(import.meta.dirname, 'generators')

/** An integrator's program with each client: the dates of the flights of a season. */
const programs: Record<string, string> = {
  orval: `
import { listFlights } from './orval.ts'
export async function run(_baseUrl: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await listFlights({ pageSize: 5, fields: 'light' }, { headers })
  if (answer.status !== 200) throw new Error(String(answer.status))
  return answer.data.data.map(({ flight_date }) => flight_date ?? '')
}`,
  oazapfts: `
import { listFlights } from './oazapfts.ts'
export async function run(baseUrl: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await listFlights({ pageSize: 5, fields: 'light' }, { baseUrl, headers })
  if (answer.status !== 200) throw new Error(String(answer.status))
  return answer.data.data.map(({ flight_date }) => flight_date ?? '')
}`,
  'openapi-typescript': `
import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript.ts'
export async function run(baseUrl: string, headers: Record<string, string>): Promise<string[]> {
  const client = createClient<paths>({ baseUrl, headers })
  const { data, error } = await client.GET('/api/v1/flights', { params: { query: { pageSize: 5, fields: 'light' } } })
  if (!data) throw new Error(error.error)
  return data.data.map(({ flight_date }) => flight_date ?? '')
}`,
  kubb: `
import { listFlights } from './kubb/index.ts'
export async function run(baseURL: string, headers: Record<string, string>): Promise<string[]> {
  const { data } = await listFlights({ pageSize: 5, fields: 'light' }, { baseURL, headers })
  return data.map(({ flight_date }) => flight_date ?? '')
}`,
}

suite('clients that others generate from the description', () => {
  test('compile without a complaint, and list flights', async (context) => {
    execFileSync(process.execPath, [join(root, 'scripts/setup.mjs'), '--generators'], { cwd: root })
    const server = await startServer(context)
    const folder = makeFolder(context)
    symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'))
    const inputs = (['all', 'one'] as const).map(
      (bodies) => [bodies, join(folder, `${bodies}.json`)] as const,
    )
    for (const [bodies, file] of inputs)
      writeFileSync(file, JSON.stringify(await fetchDescription(server, bodies)))
    const args = [join(tools, 'generate.mjs'), ...inputs.map(([, file]) => file), folder]
    execFileSync(process.execPath, args, { cwd: folder })
    const pilot = await createPilot(server)
    await upload(server, pilot, makeFlight(1))

    for (const [generator, program] of Object.entries(programs)) {
      await context.test(generator, async () => {
        const file = join(folder, `program-${generator}.ts`)
        writeFileSync(file, program)
        compile(file)
        const bundle = await rolldown({ input: file, logLevel: 'silent' })
        await bundle.write({ file: join(folder, `program-${generator}.mjs`) })
        const { run } = (await import(join(folder, `program-${generator}.mjs`))) as {
          run: (baseUrl: string, headers: Record<string, string>) => Promise<string[]>
        }
        const dates = await run(server.url, { authorization: `Bearer ${pilot.token}` })
        assert.equal(dates.length, 1)
        assert.match(dates[0] ?? '', /^\d{4}-\d\d-\d\d$/)
      })
    }
  })
})

/** Throws with what the compiler says. */
function compile(file: string): void {
  const options = '--ignoreConfig --noEmit --strict --skipLibCheck --allowImportingTsExtensions --types node'
  const target = '--target es2024 --lib es2024,dom,dom.iterable --module esnext --moduleResolution bundler'
  const roots = join(root, 'node_modules/@types')
  const args = [...options.split(' '), '--typeRoots', roots, ...target.split(' '), file]
  try {
    execFileSync('tsc', args, { encoding: 'utf8' })
  } catch (error) {
    assert.fail((error as { stdout: string }).stdout.slice(0, 4000))
  }
}
