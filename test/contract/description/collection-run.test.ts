// run: sweeps; installs Newman with the generators; collection.test.ts reads the collection in every run
// The collection as Postman's own runner sends it.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { keyScopes } from '#contract/scopes.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { fetchResolved } from '#test/support/description.ts'
import { addDevice } from '#test/support/devices.ts'
import { makeFlight, unlimited } from '#test/support/flights.ts'
import { registerApplication } from '#test/support/oauth.ts'
import { createKey, createUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const root = join(import.meta.dirname, '../../..')
const newman = join(import.meta.dirname, 'generators/node_modules/newman/bin/newman.js')

interface Execution {
  item: { name: string }
  response?: { code: number }
  requestError?: unknown
}

/** Requests that need nothing but a credential; others name things that are not there. */
const succeeding = [
  'listFlights',
  'exportLogbook',
  'uploadFlight',
  'putFlight',
  'validateFlight',
  'importFlights',
  'addGlider',
  'getProfile',
  'listWebhooks',
  'requestToken: Client credentials',
  'introspectToken',
  'submitFlightForm',
  'uploadSkylinesFlights',
  'uploadLeafFlight',
]

suite('the collection of requests in Newman', () => {
  test('sends every request as the service takes it', async (context) => {
    execFileSync(process.execPath, [join(root, 'scripts/setup.mjs'), '--generators'], { cwd: root })
    const server = await startServer(context, { environment: unlimited })
    const folder = makeFolder(context)
    writeFileSync(join(folder, 'flight.igc'), makeFlight(1))
    writeFileSync(join(folder, 'photo.jpg'), 'no picture')
    writeFileSync(join(folder, 'flights.zip'), makeFlight(2))
    const executions = await run(server, folder, await createCredentials(server))

    const statuses = new Map(executions.map(({ item, response }) => [item.name, response?.code]))
    const { paths } = await fetchResolved(server)
    const operations = new Map(
      Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one])),
    )
    for (const [name, status] of statuses) {
      const { responses } = operations.get(name.split(':')[0]!)!
      assert.ok(String(status) in responses, `${name} is answered ${status}`)
      // The application of this test has a secret, and these are requests of one without.
      assert.ok(status !== 401 || name.startsWith('requestToken'), `${name} is answered 401`)
    }
    const refused = succeeding.filter((name) => !String(statuses.get(name)).startsWith('2'))
    assert.deepEqual(refused, [])
  })
})

async function createCredentials(server: TestServer): Promise<Record<string, string>> {
  const user = await createUser(server)
  const application = await registerApplication(server)
  const { login, password } = await addDevice(server, user)
  const key = await createKey(server, user, [...keyScopes])
  return {
    CLOUDSTREET_KEY: key,
    CLOUDSTREET_TOKEN: key,
    CLOUDSTREET_CLIENT_ID: application.id,
    CLOUDSTREET_CLIENT_SECRET: application.secret,
    CLOUDSTREET_DEVICE_LOGIN: login,
    CLOUDSTREET_DEVICE_PASSWORD: password,
    CLOUDSTREET_DEVICE_TOKEN: password,
  }
}

async function run(server: TestServer, folder: string, variables: Record<string, string>) {
  const file = join(folder, 'collection.json')
  writeFileSync(file, await (await server.fetch('/api/v1/postman.json')).text())
  const report = join(folder, 'report.json')
  const values = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  const args = ['run', file, '--working-dir', folder, '--reporters', 'json', '--reporter-json-export', report]
  await promisify(execFile)(process.execPath, [newman, ...args, ...values], { cwd: folder })
  return (JSON.parse(readFileSync(report, 'utf8')) as { run: { executions: Execution[] } }).run.executions
}
