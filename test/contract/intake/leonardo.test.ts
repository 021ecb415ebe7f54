// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { DeviceSummary } from '#dashboard/devices.ts'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, list, makeFlight, multipart, unlimited, upload } from '#test/support/flights.ts'
import { gaggle, makeNamedFlight } from '#test/support/intake/captures.ts'
import { sendRaw } from '#test/support/intake/send.ts'
import { createKey, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const PATHS = [
  '/modules/leonardo/flight_submit.php',
  '/xc/modules/leonardo/flight_submit.php',
  '/leonardo/flight_submit.php',
  '/flight_submit.php',
]
const XCCUP = '/api/flights/leonardo'
const STORED =
  /^<html><body>response=([A-Za-z0-9]{9})<br>flight scored<br>Your flight has been submitted<br><br><a href='([^']+)'>Press here to view it<\/a><\/body><\/html>$/
const BAD_LOGIN = '<html><body>problem<br>Invalid user data</body></html>'
const REFUSED = /^<html><body>problem<br>[^<]{10,}<\/body><\/html>$/

suite('Leonardo', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, MAX_UPLOAD_BYTES: '300000' } })
  const pilot = await createPilot(server)
  const headers = await signIn(server, pilot.user)
  const device = await addDevice(server, pilot.user)
  const login = { user: pilot.user.email, pass: device.password }
  let seed = 62_000
  const nextText = () => Buffer.from(makeFlight(seed++)).toString()
  const count = async () => (await list(server, pilot)).pagination.totalCount

  const postForm = (fields: Record<string, string>, path = '/flight_submit.php') =>
    server.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  const read = async (response: Response, status = 200) => {
    assert.equal(response.status, status)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    return response.text()
  }

  test('what Gaggle sends is stored as it came, a repeat is the same success, and it reads the words', async () => {
    const igc = makeNamedFlight(seed++)
    const sent = gaggle({ user: login.user, password: device.password, igc })
    const first = await sendRaw(server.url, sent)
    assert.equal(first.status, 200)
    // Gaggle searches for these words, and for nothing else.
    assert.ok(first.body.includes('flight scored'))
    const link = STORED.exec(first.body)?.[2] ?? ''
    const id = link.split('/').at(-1)!
    const stored = await server.fetch(`/api/v1/flights/${id}/igc`, { headers: pilot.headers })
    assert.deepEqual(new Uint8Array(await stored.arrayBuffer()), igc)
    assert.match(stored.headers.get('content-disposition') ?? '', /filename="Flight 12\.igc"/)
    const detail = await (await server.fetch(`/api/v1/flights/${id}`, { headers: pilot.headers })).text()
    assert.match(detail, /"pilot":"Jörg Müller"/)
    assert.equal((await sendRaw(server.url, sent)).body, first.body)
    const shown = await server.fetch(`/app/api/devices/${device.id}`, { headers })
    assert.equal(((await shown.json()) as DeviceSummary).firstFlightId, id)
  })

  for (const path of [...PATHS, XCCUP, '/flight_submit.php/', `${XCCUP}/`])
    test(`form, multipart and JSON are read at ${path}`, async () => {
      const fields = () => ({ ...login, igcfn: 'a/b\\My flight.igc', IGCigcIGC: nextText() })
      assert.match(await read(await postForm(fields(), path)), STORED)
      const parts = Object.entries(fields()).map(([name, content]) => ({
        headers: `Content-Disposition: form-data; name="${name}"`,
        content,
      }))
      const { body, contentType } = multipart(parts)
      const init = { method: 'POST', headers: { 'content-type': contentType }, body: body as BodyInit }
      assert.match(await read(await server.fetch(path, init)), STORED)
      const json = { 'content-type': 'application/json' }
      const sent = { method: 'POST', headers: json, body: JSON.stringify({ ...fields(), Klasse: 3 }) }
      assert.match(await read(await server.fetch(path, sent)), STORED)
    })

  test('the same flight in every encoding is stored once and always a success', async () => {
    const own = seed++
    const latin1 = makeNamedFlight(own)
    const text = Buffer.from(latin1).toString('latin1')
    const before = await count()
    const encodings = [
      latin1,
      makeNamedFlight(own, 'utf8'),
      Buffer.from(text.replaceAll(/[\x80-\xff]/g, '\uFFFD')),
      Buffer.from(Buffer.from(text).toString('latin1')),
    ]
    const answers = []
    for (const igc of encodings)
      answers.push(
        (await sendRaw(server.url, gaggle({ user: login.user, password: device.password, igc }))).body,
      )
    assert.match(answers[0]!, STORED)
    assert.equal(new Set(answers).size, 1)
    assert.equal(await count(), before + 1)
  })

  test('a wrong login is told in the words that clients know, and changes nothing', async () => {
    const other = await createPilot(server)
    const before = await count()
    const file = { igcfn: 'x', IGCigcIGC: nextText() }
    for (const wrong of [
      {},
      { user: login.user },
      { user: login.user, pass: 'wrong' },
      { user: other.user.email, pass: device.password },
      { user: login.user, pass: TEST_PASSWORD },
    ]) {
      assert.equal(await read(await postForm({ ...wrong, ...file } as Record<string, string>)), BAD_LOGIN)
      server.advance(61_000)
    }
    const refused = await postForm({ user: 'x', pass: 'y', ...file }, XCCUP)
    assert.equal(await read(refused, 401), BAD_LOGIN)
    assert.equal(await count(), before)
  })

  test('the user is the email in any case, or the login of the device; a key that may upload will do', async () => {
    const key = await createKey(server, pilot.user, ['flights:write'])
    const reading = await createKey(server, pilot.user, ['flights:read'])
    const send = (user: string, pass: string) => postForm({ user, pass, igcfn: 'x', IGCigcIGC: nextText() })
    assert.match(await read(await send(login.user.toUpperCase(), device.password.toLowerCase())), STORED)
    assert.match(await read(await send(device.login.toLowerCase(), device.password)), STORED)
    assert.match(await read(await send(login.user, key)), STORED)
    assert.equal(await read(await send(login.user, reading)), BAD_LOGIN)
    assert.equal(await read(await send(login.user, pilot.token)), BAD_LOGIN)
  })

  test('the fields of older clients are read: user and password, and a line before the file', async () => {
    const old = { OLCvnolc: login.user, na: device.password, igcfn: 'old' }
    const text = nextText()
    assert.match(
      await read(await postForm({ ...old, IGCigcIGC: `OLCvnolc=me&na=me&Klasse=3&IGCigcIGC=${text}` })),
      STORED,
    )
    const line = `OLCvnolc=me&na=me\r\n${nextText()}`
    assert.match(await read(await postForm({ ...old, IGCigcIGC: line })), STORED)
    assert.equal((await upload(server, pilot, text)).status, 200)
  })

  test('glider, launch and tandem of the form are kept', async () => {
    const fields = { ...login, igcfn: 'x', glider: 'Chili 4', startType: '2', klasse: '5' }
    const body = await read(await postForm({ ...fields, IGCigcIGC: nextText() }))
    const id = STORED.exec(body)![2]!.split('/').at(-1)
    const detail = await (await server.fetch(`/api/v1/flights/${id}`, { headers: pilot.headers })).text()
    for (const said of ['"glider":"Chili 4"', '"launch_type":"Towed"', '"is_tandem":true'])
      assert.ok(detail.includes(said), detail)
  })

  test('every refusal is one ASCII sentence in a 200; XCCup’s path has the status', async () => {
    const broken: [Record<string, string>, number][] = [
      [{ ...login }, 400],
      [{ ...login, IGCigcIGC: 'flight scored <b>Invalid user data</b> flight scored' }, 400],
      [{ ...login, IGCigcIGC: '' }, 400],
      [{ ...login, IGCigcIGC: 'B'.repeat(300_001) }, 413],
      [{ ...login, IGCigcIGC: 'B'.repeat(1_100_000) }, 413],
    ]
    for (const [fields, status] of broken) {
      for (const [path, expected] of [
        ['/flight_submit.php', 200],
        [XCCUP, status],
      ] as const) {
        const body = await read(await postForm(fields, path), expected)
        assert.match(body, REFUSED)
        assert.match(body, /^[\x20-\x7e]+$/)
        assert.doesNotMatch(body, /flight scored|Invalid user data/i)
      }
    }
    assert.match(await read(await server.fetch('/flight_submit.php')), REFUSED)
    assert.match(await read(await server.fetch(XCCUP), 400), REFUSED)
    for (const type of ['multipart/form-data', 'application/json', 'multipart/form-data; boundary=x']) {
      const init = { method: 'POST', headers: { 'content-type': type }, body: '{' }
      assert.match(await read(await server.fetch('/flight_submit.php', init)), REFUSED)
    }
  })

  test('five wrong passwords in a minute, then the account waits at that address, and only there', async () => {
    const neighbour = await createPilot(server)
    const own = await addDevice(server, neighbour.user)
    const send = (user: string, pass: string) =>
      postForm({ user, pass, igcfn: 'x', IGCigcIGC: nextText() }, XCCUP)
    const fresh = await createPilot(server)
    const right = await addDevice(server, fresh.user)
    for (let times = 0; times < 5; times++) assert.equal((await send(fresh.user.email, 'wrong')).status, 401)
    const refused = await send(fresh.user.email, 'wrong')
    assert.equal(refused.status, 429)
    assert.match(await refused.text(), REFUSED)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    // A right guess tells nothing now; the pilot next to it notices nothing.
    assert.equal((await send(fresh.user.email, right.password)).status, 429)
    assert.equal((await send(neighbour.user.email, own.password)).status, 200)
    server.advance(61_000)
    assert.equal((await send(fresh.user.email, right.password)).status, 200)
  })

  test('an address with a hundred failures waits, but not a device that was used there before', async () => {
    const known = await createPilot(server)
    const [old, fresh] = [await addDevice(server, known.user), await addDevice(server, known.user)]
    await server.services.db.sql`
      update credentials set last_used_address = '127.0.0.1' where id = ${old.id}`
    const send = (user: string, pass: string) =>
      postForm({ user, pass, igcfn: 'x', IGCigcIGC: nextText() }, XCCUP)
    for (let times = 0; times < 100; times++) await postForm({ user: `u${times}`, pass: 'x' }, XCCUP)
    assert.equal((await send('somebody', 'x')).status, 429)
    assert.equal((await send(known.user.email, fresh.password)).status, 429)
    assert.equal((await send(known.user.email, old.password)).status, 200)
  })
})
