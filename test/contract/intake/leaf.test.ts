// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { DeviceSummary } from '#dashboard/devices.ts'
import { chooseForAll } from '#test/support/account.ts'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, makeFlight, unlimited } from '#test/support/flights.ts'
import { leafPost, leafRevoke, leafUpload, makeNamedFlight } from '#test/support/intake/captures.ts'
import { type RawAnswer, sendRaw } from '#test/support/intake/send.ts'
import { bearer, createSignedInUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { enter } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'
import { createDevice } from '#test/support/access/issuing.ts'

interface Ingested {
  flightId: string
  deduped: boolean
  account: { handle: string; displayName: string }
}

suite('Leaf', async () => {
  const environment = { ...unlimited, MAX_UPLOAD_BYTES: '300000', RATE_LIMIT_SIGN_IN: '30' }
  const server = await startServer({ after }, { environment })
  const pilot = await createPilot(server, 'Jörg Müller')
  const headers = await signIn(server, pilot.user)
  let seed = 65_000

  const post = async <Body>(path: string, body: object, status = 200) => {
    const answer = await sendRaw(server.url, leafPost(path, body))
    assert.equal(answer.status, status, answer.body)
    return JSON.parse(answer.body) as Body
  }
  const start = () =>
    post<{ code: string; pollHandle: string; expiresAt: string }>('/api/devices/pair/start', {})
  const poll = (pollHandle: string) =>
    post<{ status: string; token?: string; account?: Ingested['account'] }>('/api/devices/pair/poll', {
      pollHandle,
    })
  const open = (code: string, as = headers) =>
    server.fetch(`/activate?code=${encodeURIComponent(code)}`, { headers: as })
  const findFormToken = (page: string) => /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const decide = async (code: string, decision: 'allow' | 'deny', as = headers) => {
    const form_token = findFormToken(await (await open(code, as)).text())
    const body = new URLSearchParams({ code, form_token, decision, name: 'My Leaf' })
    return server.fetch('/activate', { method: 'POST', headers: as, body })
  }
  const pair = async () => {
    const { code, pollHandle } = await start()
    assert.equal((await decide(code, 'allow')).status, 200)
    const { token } = await poll(pollHandle)
    return token!
  }
  /** The firmware's condition for delivered: exactly 200, and a text that is not empty. */
  const readIngested = ({ status, body }: RawAnswer) => {
    assert.equal(status, 200, body)
    const answer = JSON.parse(body) as Ingested
    assert.ok(typeof answer.flightId === 'string' && answer.flightId !== '')
    return answer
  }

  test('a device is paired, uploads, and takes back its own token', async () => {
    const { code, pollHandle, expiresAt } = await start()
    assert.match(code, /^[2-9A-HJKMNP-Z]{6}$/)
    assert.ok(Date.parse(expiresAt) > Date.now())
    assert.deepEqual(await poll(pollHandle), { status: 'pending' })
    const page = await (await open(code.toLowerCase())).text()
    assert.match(page, new RegExp(code))
    assert.match(page, /ESP32HTTPClient/)
    assert.equal((await decide(code, 'allow')).status, 200)
    const claimed = await poll(pollHandle)
    assert.equal(claimed.status, 'claimed')
    assert.match(claimed.token ?? '', /^llk_[A-Za-z0-9_-]{43}$/)
    assert.match(claimed.account?.handle ?? '', /^pilot-\d+$/)
    assert.match(claimed.account?.displayName ?? '', /^Pilot \d+$/)
    assert.deepEqual(await poll(pollHandle), { status: 'consumed' })

    const token = claimed.token!
    const igc = makeNamedFlight(seed++)
    const first = readIngested(await sendRaw(server.url, leafUpload(token, igc)))
    assert.equal(first.deduped, false)
    const again = readIngested(await sendRaw(server.url, leafUpload(token, igc)))
    assert.deepEqual([again.flightId, again.deduped], [first.flightId, true])
    const stored = await server.fetch(`/api/v1/flights/${first.flightId}/igc`, { headers: pilot.headers })
    assert.deepEqual(new Uint8Array(await stored.arrayBuffer()), igc)
    const devices = (await (await server.fetch('/app/api/devices', { headers })).json()) as {
      items: DeviceSummary[]
    }
    assert.deepEqual([devices.items[0]!.name, devices.items[0]!.firstFlightId], ['My Leaf', first.flightId])

    assert.equal((await sendRaw(server.url, leafRevoke(token))).status, 200)
    assert.equal((await sendRaw(server.url, leafRevoke(token))).status, 401)
    assert.equal((await sendRaw(server.url, leafUpload(token, igc))).status, 401)
  })

  test('a refused file is 400 or 413 and never sent again; only a bad token is 401', async () => {
    const token = await pair()
    const send = (bytes: Uint8Array) => sendRaw(server.url, leafUpload(token, bytes))
    assert.equal((await send(Buffer.from('nothing'))).status, 400)
    assert.equal((await send(new Uint8Array())).status, 400)
    assert.equal((await send(new Uint8Array(300_001))).status, 413)
    assert.equal(
      (await sendRaw(server.url, leafUpload(`llk_${'x'.repeat(43)}`, makeFlight(seed++)))).status,
      401,
    )
    const bare = await server.fetch('/api/ingest', { method: 'POST', body: 'x' })
    assert.equal(bare.status, 401)
    const { password } = await addDevice(server, pilot.user)
    const typed = await server.fetch('/api/ingest/', {
      method: 'POST',
      headers: bearer(password),
      body: makeFlight(seed++) as BodyInit,
    })
    assert.equal(typed.status, 200)
  })

  test('the token does nothing but upload, and is stored as a hash alone', async () => {
    const token = await pair()
    const reading = await server.fetch('/api/v1/flights', { headers: bearer(token) })
    assert.equal(reading.status, 403)
    const stored = await server.services.db.sql`select * from credentials`
    assert.ok(!JSON.stringify(stored).includes(token))
    const pairings = await server.services.db.sql`select * from pairings`
    assert.ok(!JSON.stringify(pairings).includes(token.slice(4)))
  })

  test('denied, expired and unknown pairings end, and a handle that is none is 400', async () => {
    const denied = await start()
    await decide(denied.code, 'deny')
    assert.deepEqual(await poll(denied.pollHandle), { status: 'expired' })
    const late = await start()
    server.advance(601_000)
    assert.deepEqual(await poll(late.pollHandle), { status: 'expired' })
    assert.equal((await open(late.code)).status, 400)
    assert.deepEqual(await poll('x'.repeat(43)), { status: 'unknown' })
    for (const body of [{}, { pollHandle: 7 }, { pollHandle: '' }, []])
      await post('/api/devices/pair/poll', body, 400)
  })

  test('of ten polls at once one gets the token', async () => {
    const { code, pollHandle } = await start()
    await decide(code, 'allow')
    const answers = await Promise.all(Array.from({ length: 10 }, () => poll(pollHandle)))
    assert.equal(answers.filter(({ token }) => token !== undefined).length, 1)
  })

  test('a code is allowed by a form of this session alone, and once', async () => {
    const stranger = await createSignedInUser(server)
    const { code, pollHandle } = await start()
    const form_token = findFormToken(await (await open(code, stranger.headers)).text())
    const body = () => new URLSearchParams({ code, form_token, decision: 'allow' })
    const others = { method: 'POST', headers, body: body() }
    assert.equal((await server.fetch('/activate', others)).status, 403)
    const elsewhere = { ...headers, origin: 'https://elsewhere.example' }
    const foreign = await server.fetch('/activate', { method: 'POST', headers: elsewhere, body: body() })
    assert.equal(foreign.status, 403)
    assert.deepEqual(await poll(pollHandle), { status: 'pending' })
    assert.equal((await decide(code, 'allow')).status, 200)
    assert.equal((await open(code)).status, 400)
    const signedOut = await server.fetch(`/activate?code=${code}`)
    assert.equal(signedOut.status, 303)
    assert.match(signedOut.headers.get('location') ?? '', /^\/sign-in\?return_to=%2Factivate%3Fcode%3D/)
  })

  test('a browser that sends no origin from a private page may decide; whom it refuses reads a page', async () => {
    const { code, pollHandle } = await start()
    const form_token = findFormToken(await (await open(code)).text())
    const send = (token: string) =>
      server.fetch('/activate', {
        method: 'POST',
        // So does a page without a referrer, where http lacks Sec-Fetch-Site.
        headers: { ...headers, origin: 'null' },
        body: new URLSearchParams({ code, form_token: token, decision: 'allow' }),
      })
    const refused = await send('wrong')
    assert.equal(refused.status, 403)
    assert.match(await refused.text(), /<h1>Nothing was allowed<\/h1>/)
    assert.equal((await send(form_token)).status, 200)
    assert.equal((await poll(pollHandle)).status, 'claimed')
  })

  test('a pairing that is allowed is reviewed and ended with all else that acts for the account', async () => {
    const owner = await createSignedInUser(server)
    const { code, pollHandle } = await start()
    assert.equal((await decide(code, 'allow', owner.headers)).status, 200)
    const visitor = createVisitor(server)
    await enter(visitor, owner.user.email, TEST_PASSWORD)
    const page = await visitor.open('/review-access')
    assert.match(page.text, /My Leaf/)
    await visitor.submit('/review-access', chooseForAll(page, 'end'))
    assert.deepEqual(await poll(pollHandle), { status: 'expired' })
  })

  test('pairing counts toward the devices that an account may have', async () => {
    const owner = await createSignedInUser(server)
    const { db, now } = server.services
    await db.transaction(async (sql) => {
      for (let index = 0; index < 100; index++)
        await createDevice(sql, now(), { userId: owner.user.id, name: `Vario ${index}` })
    })
    const { code, pollHandle } = await start()
    const refused = await decide(code, 'allow', owner.headers)
    assert.equal(refused.status, 400)
    assert.match(await refused.text(), /You have 100 devices already/)
    assert.deepEqual(await poll(pollHandle), { status: 'pending' })
  })

  test('guessing at codes ends after a while', async () => {
    const guesser = await createSignedInUser(server)
    let status = 0
    for (let times = 0; times < 40 && status !== 429; times++)
      status = (await open('222222', guesser.headers)).status
    assert.equal(status, 429)
  })
})
