// run: all
// Stores that do not do their part, in ways that alerts.test.ts does not have: the node says so, and is well again.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, afterEach, suite, test } from 'node:test'
import { fill, makeSmallDisk } from '#test/support/faults/small-disk.ts'
import { createPilot, makeFlight, unlimited, upload } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { type BadLine, startBadLine } from '#test/support/installation/s3-proxy.ts'
import { s3Credentials, startBucket } from '#test/support/installation/s3-server.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createEnvironment, startServer, type TestServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const watch = { everyMs: 200, retryMs: 200, timeoutMs: 4000 }

async function readReady(server: Pick<TestServer, 'fetch'>) {
  const response = await server.fetch('/readyz')
  const body = (await response.json()) as { error_description?: string; checks: Record<string, string> }
  return { ...body, status: response.status }
}

const waitForStatus = (server: Pick<TestServer, 'fetch'>, status: number) =>
  waitUntil(`/readyz is ${status}`, async () => {
    const ready = await readReady(server)
    return ready.status === status && ready
  })

async function countFailedWrites(server: TestServer): Promise<number> {
  const text = await (await server.fetch('/metrics')).text()
  const pattern = /^cloudstreet_file_write_failures_total\{store="[^"]+"\} (\d+)$/m
  return Number(pattern.exec(text)?.[1] ?? Number.NaN)
}

function refuse(line: BadLine, { of, ...refusal }: { status: number; code: string; of: string[] }): void {
  line.refuse = (method) => (of.includes(method) ? refusal : undefined)
}

suite('a bucket', async () => {
  // The service ends before its bucket: a request that is under way when that goes would never be answered.
  const ends: (() => Promise<void> | void)[] = []
  const outside = { after: (end: () => Promise<void> | void) => void ends.unshift(end) }
  after(async () => {
    for (const end of ends) await end()
  })
  const line = await startBadLine(outside, await startBucket(outside))
  const environment = { ...unlimited, ...s3Credentials, FILES_URL: line.url }
  const server = await startServer(outside, { environment, watch })
  const pilot = await createPilot(server)
  // One that fails leaves nothing to the next.
  afterEach(() => {
    line.refuse = () => undefined
    line.change = (body) => body
  })

  test('that gives another file back is found', async () => {
    await waitForStatus(server, 200)
    line.change = () => Buffer.from('something else')
    const { error_description: sentence } = await waitForStatus(server, 503)
    assert.match(sentence ?? '', /cannot be read back/)
    line.change = (body) => body
    await waitForStatus(server, 200)
  })

  test('from which files cannot be deleted takes uploads, and is shown', async () => {
    refuse(line, { status: 403, code: 'AccessDenied', of: ['DELETE'] })
    await waitUntil('it is shown', async () => {
      const { status, checks } = await readReady(server)
      return status === 200 && checks.storage === 'look'
    })
    line.refuse = () => undefined
    await waitUntil('it is well', async () => (await readReady(server)).checks.storage === 'well')
  })

  test('an upload that it does not take is refused and counted', async () => {
    refuse(line, { status: 403, code: 'AccessDenied', of: ['PUT'] })
    const before = await countFailedWrites(server)
    assert.equal((await upload(server, pilot, makeFlight(1))).status, 503)
    assert.ok((await countFailedWrites(server)) > before)
    line.refuse = () => undefined
    await waitForStatus(server, 200)
    assert.equal((await upload(server, pilot, makeFlight(1))).status, 201)
  })
})

suite('a folder', () => {
  test('that is a file, and a folder again', async (context) => {
    const folder = join(makeFolder(context), 'igc')
    writeFileSync(folder, 'in the way')
    const environment = { FILES_URL: pathToFileURL(folder).href }
    const server = await startServer(context, { environment, watch })
    const { error_description: sentence } = await waitForStatus(server, 503)
    assert.match(sentence ?? '', new RegExp(`Files cannot be written to ${folder}`))
    rmSync(folder)
    mkdirSync(folder)
    await waitForStatus(server, 200)
  })

  test('on a full disk, until there is room', async (context) => {
    const disk = makeSmallDisk(16)
    if (!disk) return context.skip('this user cannot make a small disk')
    context.after(async () => disk.remove())
    const environment = { FILES_URL: pathToFileURL(join(disk.folder, 'igc')).href }
    const server = await startServer(context, { environment, watch })
    await waitForStatus(server, 200)
    fill(join(disk.folder, 'filler'))
    await waitForStatus(server, 503)
    rmSync(join(disk.folder, 'filler'))
    await waitForStatus(server, 200)
  })

  test('that only old files are in is not needed for new ones', async (context) => {
    const file = join(makeFolder(context), 'igc')
    writeFileSync(file, 'in the way')
    const environment = { FILES_URL: `database,${pathToFileURL(file).href}` }
    const server = await startServer(context, { environment, watch })
    const { checks } = await waitForStatus(server, 200)
    await waitUntil('it is shown', async () => (await readReady(server)).checks['old storage 1'] === 'act')
    assert.equal(checks.storage, undefined)
  })
})

test('a process with an impossible store starts, says which on standard error, and is not ready', async (context) => {
  const { environment, remove } = await createEnvironment({ isMigrated: true })
  context.after(remove)
  const PORT = String(await findFreePort())
  const node = startProcess(SERVER, [], { ...environment, PORT, FILES_URL: 'file:///proc/cloudstreet' })
  context.after(() => node.kill('SIGKILL'))
  const url = `http://localhost:${PORT}`
  await waitForAnswer(url, node)
  await waitForStatus({ fetch: (path) => fetch(url + path) }, 503)
  assert.equal((await fetch(`${url}/api/v1`)).status, 200)
  // On a machine that is busy for ten seconds the first check has had no answer yet.
  const said =
    /Files cannot be written to \/proc\/cloudstreet|\/proc\/cloudstreet did not store a file in time/
  await waitUntil('it is said', () => said.test(node.output()))
  assert.match(node.output(), /FILES_URL/)
})
