// run: all
// The answer to an upload says what was noticed about the file, by whatever door it came.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Flight, Validation } from '#contract/flight.ts'
import { addDevice } from '#test/support/devices.ts'
import { importZip, readImport } from '#test/support/archives/imports.ts'
import { createPilot, makeFlight, multipart, readUploaded, upload } from '#test/support/flights.ts'
import { cutShort } from '#test/support/igc/cut-short.ts'
import { signIn } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

/** Cut in the air, with a fix whose time does not exist. */
function makeOdd(seed: number): Uint8Array {
  const lines = Buffer.from(cutShort(makeFlight(seed)))
    .toString('latin1')
    .split('\r\n')
  const fix = lines.findIndex((line) => line.startsWith('B')) + 20
  return Buffer.from(lines.with(fix, lines[fix]!.replace(/^B\d{6}/, 'B256100')).join('\r\n'), 'latin1')
}

suite('what was noticed about a file', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const headers = await signIn(server, pilot.user)
  const { password } = await addDevice(server, pilot.user)
  const login = { user: pilot.user.email, pass: password }

  test('is in the answer to an upload and to its repeats, as the flight has it', async () => {
    const file = makeOdd(1)
    const keyed = { headers: { 'idempotency-key': 'once' } }
    const first = await readUploaded(await upload(server, pilot, file, keyed))
    assert.equal(first.recording, 'cut-short')
    assert.deepEqual(
      first.warnings.map(({ code }) => code),
      ['fix-time', 'cut-short'],
    )
    const lines = Buffer.from(file).toString('latin1').split('\r\n').length
    assert.equal(first.warnings[1]?.line, lines)
    assert.match(first.warnings[1]?.message ?? '', new RegExp(`^Line ${lines}: the recording ends .* air`))
    assert.deepEqual(await readUploaded(await upload(server, pilot, file, keyed)), first)
    assert.deepEqual(await readUploaded(await upload(server, pilot, file)), { ...first, isNew: false })
    const detail = await server.fetch(`/api/v1/flights/${first.id}`, { headers: pilot.headers })
    const { data } = (await detail.json()) as { data: Flight }
    assert.deepEqual(data.flightInfo.metadata.warnings, first.warnings)
  })

  test('is nothing for a whole flight without a fault', async () => {
    const { warnings, recording } = await readUploaded(await upload(server, pilot, makeFlight(2)))
    assert.deepEqual([warnings, recording], [[], 'complete'])
  })

  test('is in the answer to an upload by the dashboard', async () => {
    const { body, contentType } = multipart([
      { headers: 'Content-Disposition: form-data; name="file"; filename="a.igc"', content: makeOdd(3) },
    ])
    const sent = { method: 'POST', headers: { ...headers, 'content-type': contentType } }
    const response = await server.fetch('/app/api/flights/upload', { ...sent, body: body as BodyInit })
    assert.equal((await readUploaded(response)).recording, 'cut-short')
  })

  test('is among the diagnoses of a validation, each once', async () => {
    const response = await server.fetch('/api/v1/flights/validate', {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': 'application/octet-stream' },
      body: makeOdd(4) as BodyInit,
    })
    const { data } = (await response.json()) as { data: Validation }
    assert.deepEqual(
      data.diagnoses.map(({ code, severity }) => [code, severity]),
      [
        ['fix-time', 'warning'],
        ['cut-short', 'warning'],
      ],
    )
  })

  test('is in each row of an import', async () => {
    const { entries } = await readImport(
      await importZip(server, pilot, [
        ['odd.igc', makeOdd(5)],
        ['whole.igc', makeFlight(6)],
        ['notes.txt', 'none'],
      ]),
    )
    const told = entries.map(({ warnings, recording }) => [warnings?.map(({ code }) => code), recording])
    assert.deepEqual(told, [
      [['fix-time', 'cut-short'], 'cut-short'],
      [[], 'complete'],
      [undefined, undefined],
    ])
  })

  test('is said to a client of Leonardo after the words it looks for', async () => {
    const fields = { ...login, igcfn: 'a', IGCigcIGC: Buffer.from(makeOdd(7)).toString() }
    const send = () =>
      server.fetch('/flight_submit.php', { method: 'POST', body: new URLSearchParams(fields) })
    const page = await (await send()).text()
    assert.match(
      page,
      /flight scored<br>.*<\/a><br>Line \d+: the time .*<br>Line \d+: the recording ends .*<\/body>/,
    )
    assert.equal(await (await send()).text(), page)
  })

  test('is said to a client of DHV-XC on the one line, after the number', async () => {
    const response = await server.fetch('/api/v1/flights', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...login, igcname: 'a.igc', igccontent: Buffer.from(makeOdd(8)).toString() }),
    })
    const { message } = (await response.json()) as { message: string }
    assert.match(message, /under ID \d+\. Line \d+: the time .* Line \d+: the recording ends /)
    assert.equal(message.match(/ID \d/g)?.length, 1)
  })

  test('is the message of a SkyLines result, which keeps its status', async () => {
    const form = new FormData()
    form.append('files', new Blob([makeOdd(9) as BlobPart]), 'a.igc')
    const response = await server.fetch('/api/flights/upload', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${login.user}:${password}`).toString('base64')}` },
      body: form,
    })
    const { results } = (await response.json()) as { results: { status: number; message?: string }[] }
    assert.equal(results[0]?.status, 0)
    assert.match(results[0]?.message ?? '', /^Line \d+: the time .* Line \d+: the recording ends /)
  })
})
