// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, list, makeFlight, multipart, unlimited } from '#test/support/flights.ts'
import { makeNamedFlight, type SentFile, skylinesClient } from '#test/support/intake/captures.ts'
import { type RawAnswer, sendRaw } from '#test/support/intake/send.ts'
import { startServer } from '#test/support/server.ts'
import { makeZip } from '#test/support/archives/zip.ts'

interface Result {
  name: string
  status: number
  flight: {
    id: number
    pilotName: string
    takeoffTime: string
    igcFile: { filename: string; date: string }
  } | null
}

suite('SkyLines', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, MAX_UPLOAD_BYTES: '300000' } })
  const pilot = await createPilot(server)
  const { password } = await addDevice(server, pilot.user)
  const login = { user: pilot.user.email, password }
  let seed = 64_000

  const send = (files: SentFile[], as = login) => sendRaw(server.url, skylinesClient(as, files))
  const read = ({ status, body }: RawAnswer) => {
    assert.equal(status, 200, body)
    const answer = JSON.parse(body) as { results: Result[] }
    assert.deepEqual(Object.keys(answer), ['results', 'club_members', 'aircraft_models'])
    return answer.results
  }
  const brief = (results: Result[]) => results.map(({ name, status }) => `${status} ${name}`)

  test('several files and a ZIP have a result each, in order, with the path inside the ZIP', async () => {
    const first = makeNamedFlight(seed++)
    const zip = await makeZip([
      ['2026/', ''],
      ['2026/b.igc', makeFlight(seed++)],
      ['2026/again.igc', first],
      ['notes.txt', 'no flight'],
    ])
    const results = read(
      await send([
        { name: 'a.igc', bytes: first },
        { name: 'more.zip', bytes: zip },
        { name: 'broken.igc', bytes: Buffer.from('nothing') },
      ]),
    )
    assert.deepEqual(brief(results), [
      '0 a.igc',
      '0 2026/b.igc',
      '1 2026/again.igc',
      '3 notes.txt',
      '3 broken.igc',
    ])
    assert.deepEqual(results[2]!.flight, results[0]!.flight)
    const { flight } = results[0]!
    assert.equal(flight?.pilotName, 'Jörg Müller')
    assert.equal(flight.igcFile.filename, 'a.igc')
    assert.ok(!Number.isNaN(Date.parse(flight.takeoffTime)))
    assert.equal((await list(server, pilot)).pagination.totalCount, 2)
  })

  test('a ZIP that is cut in half or holds a bomb costs no other file', async () => {
    const zip = await makeZip([['a.igc', makeFlight(seed++)]])
    const bomb = await makeZip([['bomb.igc', new Uint8Array(290_000)]])
    const results = read(
      await send([
        { name: 'half.zip', bytes: zip.subarray(0, zip.length / 2) },
        { name: 'bomb.zip', bytes: bomb },
        { name: 'good.igc', bytes: makeFlight(seed++) },
      ]),
    )
    assert.deepEqual(brief(results), ['3 half.zip', '3 bomb.zip', '0 good.igc'])
  })

  test('a file without a date is told apart, and another pilot’s flight is no duplicate', async () => {
    const bytes = makeFlight(seed++)
    const undated = Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/^HFDTE.*\r\n/gm, '')
    const [one] = read(await send([{ name: 'x.igc', bytes: Buffer.from(undated, 'latin1') }]))
    assert.equal(one?.status, 2)
    const other = await createPilot(server)
    const device = await addDevice(server, other.user)
    assert.equal(read(await send([{ name: 'x.igc', bytes }]))[0]?.status, 0)
    const theirs = { user: other.user.email, password: device.password }
    assert.equal(read(await send([{ name: 'x.igc', bytes }], theirs))[0]?.status, 0)
  })

  test('refusals have the status and the members that SkyLines has', async () => {
    const file = { name: 'a.igc', bytes: makeFlight(seed++) }
    const wrong = await send([file], { ...login, password: 'wrong' })
    assert.equal(wrong.status, 401)
    assert.equal((JSON.parse(wrong.body) as { error: string }).error, 'invalid_token')
    const none = await send([])
    assert.equal(none.status, 422)
    assert.equal((JSON.parse(none.body) as { error: string }).error, 'validation-failed')
    const large = await send([{ name: 'a.igc', bytes: new Uint8Array(1_300_000) }])
    assert.equal(large.status, 413)
    const anonymous = await server.fetch('/api/flights/upload', { method: 'POST' })
    assert.equal(anonymous.status, 401)
  })

  test('a Bearer credential that may upload will do, and files as a plain text part', async () => {
    const { body, contentType } = multipart([
      { headers: 'Content-Disposition: form-data; name="files"', content: makeFlight(seed++) },
    ])
    const response = await server.fetch('/api/flights/upload', {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': contentType },
      body: body as BodyInit,
    })
    const { results } = (await response.json()) as { results: Result[] }
    assert.deepEqual(brief(results), ['0 direct.igc'])
  })
})
