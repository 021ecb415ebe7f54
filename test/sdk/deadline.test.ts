// run: all
// A service that never answers is given up in time, in every Node that is here: in Node 20 the garbage collector takes
// signals that a newer one keeps.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')
const nodes = { 'the Node of the project': process.execPath, 'the Node of the system': '/usr/bin/node' }

/** A longer call is answered by the server. */
const STALL_MS = 20_000

const program = (url: string) => `
  import { apiKey, createClient, getFlight } from '${join(root, 'sdk/index.ts')}'
  import { forward } from '${join(root, 'cli/listen/forward.ts')}'
  const timer = setInterval(() => globalThis.gc(), 100)
  const { signal } = new AbortController()
  const client = createClient({ baseUrl: '${url}', credential: apiKey('key'), timeoutMs: 1000, maxAttempts: 1 })
  const event = { id: 'e', sequence: 1, isTest: false, body: { event: 'flight.deleted' } }
  const secret = 'whsec_' + btoa('7'.repeat(32))
  const target = { url: '${url}', secret, signal, waitsMs: [], timeoutMs: 1000 }
  const results = await Promise.all([
    ...Array.from({ length: 3 }, () => getFlight(client, 'x', { signal }).catch((error) => error.message)),
    ...Array.from({ length: 3 }, () => forward(event, target).then(({ error }) => error)),
  ])
  clearInterval(timer)
  console.log(JSON.stringify(results))`

suite('a service that never answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-deadline-'))
  const server = createServer(
    (_request, response) => void setTimeout(() => response.end('{}'), STALL_MS).unref(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const [name, node] of Object.entries(nodes)) {
    const isHere = spawnSync(node, ['--version']).status === 0
    test(`is given up in time in ${name}`, { skip: isHere ? false : `there is no ${node}` }, async () => {
      const source = join(folder, 'program.ts')
      writeFileSync(source, program(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
      const bundle = await rolldown({ input: source, platform: 'node' })
      const file = join(folder, 'program.mjs')
      await bundle.write({ file, format: 'esm' })
      const { stdout } = await promisify(execFile)(node, ['--expose-gc', file], { timeout: 300_000 })
      const late = 'The service has not answered in time.'
      const noAnswer = 'no answer within 1 s'
      assert.deepEqual(JSON.parse(stdout), [late, late, late, noAnswer, noAnswer, noAnswer])
    })
  }
})
