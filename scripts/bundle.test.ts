// part: release; builds bundles of the service
// `npm start` and a release run a bundle (scripts/bundle.ts); every other test runs the sources.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, makeFlight, type Pilot } from '#test/support/flights.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'

interface Running {
  url: string
  pilot: Pilot
}

async function start(context: TestContext, file: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-bundle-'))
  const port = await findFreePort()
  const settings = { DATA_DIR: folder, PORT: String(port), SCORING_WARM_UP_AFTER_SECONDS: '0' }
  const services = await buildServices(readConfig(settings), { log: createLog('silent') })
  const pilot = await createPilot({ services } as TestServer)
  await services.close()
  // The same address for both, since pages name it.
  const server = startProcess(file, [], { ...settings, BASE_URL: 'http://localhost:8080' })
  context.after(async () => {
    await server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://localhost:${port}`
  await waitForAnswer(url, server)
  return { url, pilot }
}

/** Pages, descriptions, files next to a module, the built dashboard, and modules that are loaded late. */
const paths = [
  '/',
  '/docs',
  '/docs/upload',
  '/sign-in',
  '/sign-up',
  '/privacy',
  '/llms.txt',
  '/try',
  '/assets/tokens.css',
  '/api/v1/openapi.json',
  '/api/v1/openapi.yaml',
  '/.well-known/oauth-authorization-server',
  '/api/v1/profile',
  '/nowhere',
]

test('the bundled server answers as its sources do, byte for byte', async (context) => {
  const files = ['server/dist/main.js', 'server/main.ts']
  const servers = await Promise.all(files.map((file) => start(context, file)))
  const ask = async ({ url }: Running, path: string) => {
    const response = await fetch(url + path, { headers: { 'x-request-id': 'bundle-test' } })
    const body = (await response.text()).replaceAll(/(name="form_token" value=)"[^"]+"/g, '$1')
    return { path, status: response.status, body }
  }
  for (const path of paths) {
    const [bundled, plain] = await Promise.all(servers.map((server) => ask(server, path)))
    assert.deepEqual(bundled, plain)
  }
  // In a thread, which runs the sources.
  const scored = await Promise.all(servers.map(uploadAndRead))
  assert.deepEqual(scored[0], scored[1])
})

async function uploadAndRead({ url, pilot }: Running) {
  const headers = { ...pilot.headers, 'content-type': 'application/octet-stream' }
  const file = Buffer.from(makeFlight(1))
  const uploaded = await fetch(`${url}/api/v1/flights/upload`, { method: 'POST', headers, body: file })
  assert.equal(uploaded.status, 201)
  const { data } = (await uploaded.json()) as { data: { id: string } }
  const read = async (path: string) => {
    const response = await fetch(`${url}/api/v1/flights/${data.id}${path}`, { headers: pilot.headers })
    assert.equal(response.status, 200)
    return Buffer.from(await response.arrayBuffer())
  }
  assert.ok((await read('/igc')).equals(file))
  const { score } = (JSON.parse((await read('')).toString()) as { data: { score: number } }).data
  return { score, track: JSON.parse((await read('/track?format=columns')).toString()) as unknown }
}
