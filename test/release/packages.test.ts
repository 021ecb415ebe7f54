// The npm packages as somebody installs them who has no checkout: into an empty folder, without a registry.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { makeFolder } from '#test/support/installation/folder.ts'
import { makeFlight, unlimited } from '#test/support/flights.ts'
import { createKey, createUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const root = join(import.meta.dirname, '../..')
const tools = join(root, 'test/contract/description/generators/node_modules')
const run = promisify(execFile)

/** The sources of the packages; a copy, so no other build uses the same folder. */
const SOURCES = [
  'package.json',
  'tsconfig.json',
  'sdk',
  'cli',
  'vectors',
  'contract',
  'igc',
  'scoring',
  'scripts/sdk',
  'scripts/cli',
  'scripts/vectors',
  'web/packages',
]

const PROGRAM = `
import { apiKey, createClient, listFlights, uploadFlight, verifyWebhook, WebhookVerificationError, type Flight } from '@cloudstreet/sdk'
import { fileStore } from '@cloudstreet/sdk/node'

export async function main({ baseUrl, key }: { baseUrl: string; key: string }): Promise<string> {
  const client = createClient({ baseUrl, credential: apiKey(key) })
  const { isNew, scoring } = await uploadFlight(client, 'flight.igc')
  const flights: Flight[] = []
  for await (const flight of listFlights(client)) flights.push(flight)
  const forged = await verifyWebhook({ secret: 'whsec_AAAA', headers: {}, body: '' }).catch((error: unknown) => error)
  const isForged = forged instanceof WebhookVerificationError
  const stored = await fileStore('tokens.json').load()
  return [isNew, scoring.score > 0, flights.length > 0, isForged, stored === undefined].join(' ')
}
`

suite('the npm packages', async () => {
  const folder = makeFolder({ after })
  const [copy, home] = [join(folder, 'copy'), join(folder, 'home')]
  for (const path of SOURCES) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      filter: (source) => !/\/(?:dist|node_modules)$/.test(source),
    })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(home)
  const packing = ['pack', '--silent', '--workspace', 'sdk', '--workspace', 'cli', '--pack-destination', home]
  execFileSync('npm', packing, { cwd: copy })
  execFileSync('npm', ['pack', '--silent', './vectors/package', '--pack-destination', home], { cwd: copy })
  const server = await startServer({ after }, { environment: unlimited })
  const key = await createKey(server, await createUser(server, 'Pia Package'), [
    'flights:read',
    'flights:write',
    'profile:read',
  ])

  test('install where there is nothing, with nothing from anywhere else', () => {
    const packages = readdirSync(home).filter((name) => name.endsWith('.tgz'))
    assert.equal(packages.length, 3, packages.join())
    writeFileSync(join(home, 'package.json'), '{"private":true,"type":"module"}\n')
    execFileSync('npm', ['install', '--offline', '--silent', ...packages.map((name) => `./${name}`)], {
      cwd: home,
    })
    const installed = readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))
    assert.deepEqual(installed, ['@cloudstreet'])
  })

  test('the command line runs and uploads', async () => {
    writeFileSync(join(home, 'one.igc'), makeFlight(1))
    const env = {
      HOME: home,
      PATH: dirname(process.execPath),
      CLOUDSTREET_URL: server.url,
      CLOUDSTREET_KEY: key,
    }
    const call = (...args: string[]) =>
      run(join(home, 'node_modules/.bin/cloudstreet'), args, { cwd: home, env })
    const { version } = JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8')) as {
      version: string
    }
    assert.equal((await call('--version')).stdout, `${version}\n`)
    assert.match((await call('upload', 'one.igc')).stdout, /\n1 new\n$/)
    assert.equal((await call('whoami')).stdout, `Pia Package at ${server.url}\n`)
  })

  test('the test vectors run, and agree with the service', async () => {
    const env = { PATH: dirname(process.execPath), CLOUDSTREET_KEY: key }
    const runner = join(home, 'node_modules/.bin/cloudstreet-vectors')
    const { stdout } = await run(runner, ['--url', server.url], { cwd: home, env })
    assert.match(stdout, /^\d+ passed, 0 failed, 0 not given/)
  })

  test('the library runs, and the oldest compiler that is promised takes its types', async () => {
    execFileSync(process.execPath, [join(root, 'scripts/setup.mjs'), '--generators'], { cwd: root })
    writeFileSync(join(home, 'flight.igc'), makeFlight(2))
    writeFileSync(join(home, 'program.ts'), PROGRAM)
    const compiler = join(tools, 'typescript-lowest')
    const { version } = JSON.parse(readFileSync(join(compiler, 'package.json'), 'utf8')) as {
      version: string
    }
    const promised = `TypeScript ${version.split('.').slice(0, 2).join('.')} or newer`
    for (const page of ['sdk/README.md', 'docs/guide/sdk.md'])
      assert.ok(readFileSync(join(root, page), 'utf8').includes(promised), `${page}: ${promised}`)
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const options = `--strict --exactOptionalPropertyTypes --target es2022 --lib es2022,dom,dom.iterable`
      const modules = `--module ${module} --moduleResolution ${resolution} program.ts`
      const args = [join(compiler, 'bin/tsc'), ...`${options} ${modules}`.split(' ')]
      const { stdout } = await run(process.execPath, args, { cwd: home }).catch((error: { stdout: string }) =>
        assert.fail(error.stdout),
      )
      assert.equal(stdout, '')
    }
    const start = `import('./program.js').then(async ({ main }) => console.log(await main(${JSON.stringify({ baseUrl: server.url, key })})))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', start], { cwd: home })
    assert.equal(stdout, 'true true true true true\n')
  })
})
