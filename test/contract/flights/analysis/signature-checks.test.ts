// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { SignatureChecks } from '#dashboard/signatures.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { createFlightsPart } from '#server/flights/account-part.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import { createSignatureJob } from '#server/flights/signatures/check.ts'
import { askServer } from '#server/flights/signatures/validation-server.ts'
import { unpaced } from '#server/platform/background/watch.ts'
import { createPilot, list, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { signIn } from '#test/support/people.ts'
import { type Behaviour, startReceiver } from '#test/support/receiver.ts'
import { shareServer, startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A signed file of a maker that keeps its scheme secret. */
function write(seed: number): Buffer {
  const text = Buffer.from(simulateFlight({ seed, taskKm: 8 }).bytes).toString('latin1')
  return Buffer.from(`${text.replace(/^A.*/, 'AXCTAAA')}G0123456789\r\n`, 'latin1')
}

const answer =
  (result: string, status: string): Behaviour =>
  (response) =>
    void response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ result, status, msg: '<b>' }))

suite('a validation server', async () => {
  const receiver = await startReceiver({ after })
  const environment = { ...unlimited, VALIDATION_URL: new URL(receiver.url).origin }
  const server = await startServer({ after }, { environment })
  const pilot = await createPilot(server)
  const never = new AbortController().signal
  const ask = async (method: 'GET' | 'PUT', isAgreed?: boolean, by: Pilot = pilot) => {
    const response = await server.fetch('/app/api/signature-checks', {
      method,
      headers: {
        ...(await signIn(server, by.user)),
        ...(method === 'PUT' && { 'content-type': 'application/json' }),
      },
      ...(method === 'PUT' && { body: JSON.stringify({ isAgreed }) }),
    })
    return { status: response.status, checks: (await response.json()) as SignatureChecks }
  }
  const checkOne = (signal = never) => createSignatureJob(server.services).run(signal, unpaced)
  const checkNext = async () => {
    await checkOne()
    server.advance(5000)
  }
  const countWaiting = async () =>
    (await server.services.db.sql`select id from queue where kind = 'signatures' and failed_at is null`)
      .length
  const signatureOf = async (id: string) => {
    const { data } = await list(server, pilot)
    return data.find((flight) => flight.id === id)!.flightInfo.metadata.signature
  }
  const unknown = {
    status: 'unknown',
    maker: 'XCT',
    reason: 'The maker XCT does not publish how it signs.',
  }

  test('gets no file of a pilot who has not agreed', async () => {
    assert.deepEqual((await ask('GET')).checks, { server: '127.0.0.1', isEncrypted: false, isAgreed: false })
    const { id } = await uploadNew(server, pilot, write(1))
    await checkNext()
    assert.equal(receiver.received.length, 0)
    assert.equal(await countWaiting(), 0)
    assert.deepEqual(await signatureOf(id), unknown)
  })

  test('tells of files of closed schemes, and the flight is updated', async () => {
    assert.equal((await ask('PUT', true)).checks.isAgreed, true)
    receiver.behave(answer('PASSED', 'IGC_PASSED'))
    const file = write(2)
    const { id } = await uploadNew(server, pilot, file)
    await checkNext()
    const [sent] = receiver.received
    assert.equal(sent!.path, '/api/vali/json')
    assert.match(sent!.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/)
    assert.match(sent!.body, /name="igcfile"; filename="flight\.igc"/)
    assert.ok(sent!.body.includes(file.toString('latin1')))
    const valid = { status: 'valid', maker: 'XCT', reason: null, checkedBy: '127.0.0.1' }
    assert.deepEqual(await signatureOf(id), valid)
    const events = await server.services.db.sql<{ body: string }>`select payload as body from events`
    assert.ok(events.some(({ body }) => body.includes('"flight.updated"') && body.includes(id)))

    receiver.behave(answer('FAILED', 'IGC_FAILED'))
    const other = await uploadNew(server, pilot, write(3))
    await checkNext()
    assert.deepEqual(await signatureOf(other.id), {
      ...unknown,
      status: 'invalid',
      reason: 'The signature does not match, says 127.0.0.1.',
      checkedBy: '127.0.0.1',
    })
    await server.services.db.sql`update flights set scored_by = 'the release before'`
    await rescoreFlights(server.services)
    assert.deepEqual(await signatureOf(id), valid)
  })

  test('is asked again after an answer that tells nothing, and not for ever', async () => {
    const { id } = await uploadNew(server, pilot, write(4))
    const answers: Behaviour[] = [
      (response) => void response.writeHead(500).end('broken'),
      (response) => void response.writeHead(302, { location: receiver.url }).end(),
      (response) => void response.end('<html>'),
      (response) => void response.end('null'),
      answer('PASSED', 'IGC_FAILED'),
      (response) => void response.end(' '.repeat(100_000)),
    ]
    for (const behaviour of answers) {
      receiver.behave(behaviour)
      const before = receiver.received.length
      await checkNext()
      assert.equal(receiver.received.length, before + 1)
      assert.deepEqual(await signatureOf(id), unknown)
      await checkNext()
      assert.equal(receiver.received.length, before + 1, 'not at once')
      server.advance(DAY)
    }
    assert.equal(await countWaiting(), 0)

    assert.equal(await createSignatureJob(server.services).retry!(), 1)
    receiver.behave(answer('PASSED', 'IGC_PASSED'))
    await checkNext()
    assert.equal((await signatureOf(id))?.status, 'valid', 'after the operator has it asked once more')

    receiver.behave(answer('ERROR', 'ERR_UNSUPPORTED'))
    const untold = await uploadNew(server, pilot, write(5))
    await checkNext()
    assert.equal(await countWaiting(), 0)
    assert.deepEqual(await signatureOf(untold.id), unknown)
  })

  test('that does not answer, or is where the credentials of machines are, is left', async () => {
    const silent = await startReceiver({ after }, () => undefined)
    await assert.rejects(
      askServer(server.services, new URL(silent.url).origin, new Uint8Array(write(1)), never, 200),
      /no answer within 0\.2 s/,
    )
    await assert.rejects(
      askServer(server.services, 'http://169.254.169.254', new Uint8Array(9), never),
      /address not allowed/,
    )
  })

  test('is asked again at once when the node that asked stops, and that was no attempt', async () => {
    await ask('PUT', true)
    await uploadNew(server, pilot, write(11))
    const { id } = await uploadNew(server, pilot, write(12))
    receiver.behave(answer('PASSED', 'IGC_PASSED'))
    await checkNext()
    const read = async () => {
      const [row] = await server.services.db.sql<{ attempts: number; due: number; lease: string | null }>`
        select attempts, due_at as due, lease from queue where kind = 'signatures' and id = ${id}`
      return row!
    }
    const now = () => server.services.now()
    assert.ok((await read()).due > now(), 'its place is later')
    receiver.behave(() => undefined)
    const before = receiver.received.length
    const stop = new AbortController()
    const asking = checkOne(stop.signal)
    await waitUntil('it is asked', () => receiver.received.length > before)
    const held = await read()
    assert.equal(held.attempts, 1)
    assert.notEqual(held.lease, null)
    assert.ok(held.due <= now(), 'killed, it would have no place to wait for')
    stop.abort()
    await asking
    const { attempts, lease } = await read()
    assert.deepEqual({ attempts, lease }, { attempts: 0, lease: null })
    receiver.behave(answer('PASSED', 'IGC_PASSED'))
    server.advance(5000)
    await checkNext()
    assert.equal((await signatureOf(id))?.status, 'valid')
  })

  test('gets one file at a time, of pilots in turn, and none after they withdraw', async () => {
    const other = await createPilot(server)
    await ask('PUT', true, other)
    for (const seed of [6, 7, 8]) await uploadNew(server, pilot, write(seed))
    const theirs = write(9)
    await uploadNew(server, other, theirs)
    receiver.behave(answer('PASSED', 'IGC_PASSED'))
    const before = receiver.received.length
    await Promise.all([checkOne(), checkOne()])
    assert.equal(receiver.received.length, before + 1)
    assert.equal(receiver.mostAtOnce(), 1)
    server.advance(2000)
    await checkNext()
    assert.ok(receiver.received.at(-1)!.body.includes(theirs.toString('latin1')))
    assert.equal(await countWaiting(), 2)
    const paths: string[] = []
    for await (const { path } of createFlightsPart(server.services).exportFiles(pilot.user)) paths.push(path)
    assert.ok(paths.includes('consents.json'))
    assert.equal((await ask('PUT', false)).checks.isAgreed, false)
    assert.equal(await countWaiting(), 0)
    await uploadNew(server, pilot, write(10))
    assert.equal(await countWaiting(), 0)
  })
})

test('without a validation server pilots are not asked to agree', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const headers = { ...(await signIn(server, pilot.user)), 'content-type': 'application/json' }
  const read = await server.fetch('/app/api/signature-checks', { headers })
  assert.deepEqual(await read.json(), { server: null, isEncrypted: false, isAgreed: false })
  const body = JSON.stringify({ isAgreed: true })
  const response = await server.fetch('/app/api/signature-checks', { method: 'PUT', headers, body })
  assert.equal(response.status, 404)
})
