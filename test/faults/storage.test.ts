// daily: sqlite; the database has no part in it
// Stores that take no files: the node says so by itself, in every place where an operator looks, and is well again.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, afterEach, suite, test } from 'node:test'
import type { OperatorChecks } from '#dashboard/operator.ts'
import { runAdmin } from '#test/support/admin.ts'
import { fill, makeSmallDisk } from '#test/support/faults/small-disk.ts'
import { createPilot, makeFlight, unlimited, upload } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/fill.ts'
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

async function askDoctor(server: TestServer) {
  const { output } = await runAdmin(server, ['doctor', '--json'])
  const { checks = [] } = output as Partial<OperatorChecks>
  return checks.find(({ check }) => check === 'storage')?.state
}

async function readFigures(server: TestServer) {
  const text = await (await server.fetch('/metrics')).text()
  const read = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN)
  return {
    acts: read(/^cloudstreet_check\{check="storage",state="act"\} (\d)$/m),
    ready: read(/^cloudstreet_ready (\d)$/m),
    failedWrites: read(/^cloudstreet_file_write_failures_total\{store="[^"]+"\} (\d+)$/m),
  }
}

const refusals: Record<string, Parameters<typeof refuse>[1]> = {
  'that is gone': { status: 404, code: 'NoSuchBucket' },
  'that answers 403': { status: 403, code: 'AccessDenied' },
  'that answers 500': { status: 500, code: 'InternalError' },
  'that is slow': { status: 200, code: '', afterMs: 5000 },
  'that is full': { status: 507, code: 'XMinioStorageFull' },
  'that is read-only': { status: 403, code: 'AccessDenied', of: ['PUT', 'DELETE'] },
}

function refuse(
  line: BadLine,
  { of, ...refusal }: { status: number; code: string; afterMs?: number; of?: string[] },
): void {
  line.refuse = (method) => (!of || of.includes(method) ? refusal : undefined)
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

  for (const [name, refusal] of Object.entries(refusals)) {
    test(`${name} is found, named, counted, and used again by itself`, async () => {
      await waitForStatus(server, 200)
      const before = await readFigures(server)
      assert.deepEqual([before.acts, before.ready], [0, 1])

      refuse(line, refusal)
      const { error_description: sentence, checks } = await waitForStatus(server, 503)
      assert.match(sentence ?? '', /s3:\/\/flights\/igc/)
      assert.equal(checks.storage, 'act')
      assert.equal(checks.database, 'well')
      const during = await readFigures(server)
      assert.deepEqual([during.acts, during.ready], [1, 0])
      // A check that was under way may have failed after its write.
      if (refusal?.afterMs === undefined)
        await waitUntil(
          'a failed write is counted',
          async () => (await readFigures(server)).failedWrites > before.failedWrites,
        )

      assert.equal(await askDoctor(server), 'act')

      line.refuse = () => undefined
      await waitForStatus(server, 200)
      assert.equal((await readFigures(server)).acts, 0)
      assert.equal(await askDoctor(server), 'well')
    })
  }

  test('that gives another file back is found', async () => {
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
    const { failedWrites } = await readFigures(server)
    assert.equal((await upload(server, pilot, makeFlight(1))).status, 503)
    assert.ok((await readFigures(server)).failedWrites > failedWrites)
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
  await waitUntil('it is said', () => /Files cannot be written to \/proc\/cloudstreet/.test(node.output()))
  assert.match(node.output(), /FILES_URL/)
})
