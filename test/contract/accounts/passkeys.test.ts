// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { NewRecoveryCodes, SecondFactors } from '#dashboard/second-factors.ts'
import { send, type SignedIn } from '#test/support/account.ts'
import { createAuthenticator, type Signing } from '#test/support/authenticator.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser, TEST_PASSWORD } from '#test/support/people.ts'
import {
  addPasskey,
  type PasskeyRequest,
  PASSKEYS,
  post,
  SIGN_IN,
  STEP,
  usePasskey,
} from '#test/support/second-factor.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'
import { enter, isSignedIn } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

async function readFactors(server: TestServer, person: SignedIn): Promise<SecondFactors> {
  return (await (await send(server, person, 'GET', '/second-factors')).json()) as SecondFactors
}

suite('a passkey', async () => {
  const server = await shareServer()

  test('is added with recovery codes, listed and removed, and its user is told', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const person = await createSignedInUser(server)
    const { answer } = await addPasskey(server, person)
    assert.equal(answer.status, 201)
    assert.equal(((await answer.json()) as NewRecoveryCodes).recoveryCodes.length, 10)
    const second = await addPasskey(server, person, undefined, { name: 'Blue key' })
    assert.deepEqual(await second.answer.json(), { recoveryCodes: [] })
    const { passkeys, recoveryCodesLeft } = await readFactors(server, person)
    assert.deepEqual(
      passkeys.map(({ name, isBackedUp, lastUsedAt }) => ({ name, isBackedUp, lastUsedAt })),
      ['My phone', 'Blue key'].map((name) => ({ name, isBackedUp: true, lastUsedAt: null })),
    )
    assert.equal(recoveryCodesLeft, 10)

    const path = `${PASSKEYS}/${passkeys[0]?.id}`
    const stranger = await createSignedInUser(server)
    assert.equal((await send(server, stranger, 'DELETE', path)).status, 404)
    assert.equal((await send(server, person, 'DELETE', path)).status, 204)
    assert.equal((await send(server, person, 'DELETE', `${PASSKEYS}/${passkeys[1]?.id}`)).status, 204)
    assert.deepEqual(await readFactors(server, person), {
      authenticatorApp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    })
    const events = await server.services.db.sql<{ kind: string; subject: string }>`
      select kind, subject from security_events where user_id = ${person.user.id} order by id`
    assert.deepEqual(
      events.map(({ kind, subject }) => `${kind}: ${subject}`),
      [
        'second_factor_added: passkey My phone',
        'second_factor_added: passkey Blue key',
        'second_factor_removed: passkey My phone',
        'second_factor_removed: passkey Blue key',
      ],
    )
    const texts: string[] = []
    for (let count = 0; count < 4; count++) texts.push((await mail.take(person.user.email)).text)
    assert.equal(texts.filter((text) => /A passkey was added: (My phone|Blue key)\./.test(text)).length, 2)
    assert.equal(texts.filter((text) => /The password alone now signs in/.test(text)).length, 1)
  })

  test('is added and removed only after a recent proof', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    await addPasskey(server, person)
    const { passkeys } = await readFactors(server, person)
    server.advance(16 * 60_000)
    const refused = [
      await send(server, person, 'POST', `${PASSKEYS}/options`, {}),
      await send(server, person, 'POST', PASSKEYS, { name: 'x', response: { id: '', response: {} } }),
      await send(server, person, 'DELETE', `${PASSKEYS}/${passkeys[0]?.id}`),
      await send(server, person, 'POST', '/second-factors/app', {}),
      await send(server, person, 'POST', '/second-factors/app/confirm', { code: '000000' }),
      await send(server, person, 'DELETE', '/second-factors/app'),
      await send(server, person, 'POST', '/second-factors/recovery-codes', {}),
    ]
    for (const answer of refused) {
      assert.equal(answer.status, 403)
      assert.equal(((await answer.json()) as { error: string }).error, 'confirmation_required')
    }
  })

  test('is not added from another origin, for another host, twice, or for a used challenge', async () => {
    const person = await createSignedInUser(server)
    const { authenticator, response, answer } = await addPasskey(server, person)
    assert.equal(answer.status, 201)
    const replayed = await send(server, person, 'POST', PASSKEYS, { name: 'x', response })
    assert.equal(replayed.status, 400)
    for (const signing of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
      const { answer: refused } = await addPasskey(server, person, undefined, { signing })
      assert.equal(refused.status, 400)
    }
    assert.equal((await addPasskey(server, person, authenticator)).answer.status, 400)
    const asked = await send(server, person, 'POST', `${PASSKEYS}/options`, {})
    const options = (await asked.json()) as { challenge: string }
    const stranger = await createSignedInUser(server)
    const stolen = createAuthenticator(server.url).register(options)
    const foreign = await send(server, stranger, 'POST', PASSKEYS, { name: 'x', response: stolen })
    assert.equal(foreign.status, 400, 'a challenge belongs to the user who asked for it')
    for (const broken of [{}, { clientDataJSON: 7 }, { clientDataJSON: 'e30' }]) {
      const body = { name: 'x', response: { id: 'x', response: broken } }
      assert.equal((await send(server, person, 'POST', PASSKEYS, body)).status, 400)
    }
    assert.equal((await readFactors(server, person)).passkeys.length, 1)
  })

  test('is one of ten at most', async () => {
    const person = await createSignedInUser(server)
    for (let index = 0; index < 10; index++)
      assert.equal((await addPasskey(server, person)).answer.status, 201)
    const refused = await send(server, person, 'POST', `${PASSKEYS}/options`, {})
    assert.equal(refused.status, 400)
    assert.match(await refused.text(), /at most 10 passkeys/)
  })
})

suite('signing in with a passkey', async () => {
  const server = await shareServer()

  test('needs no password, and the passkey has to check its user', async () => {
    const person = await createSignedInUser(server)
    const { authenticator } = await addPasskey(server, person)
    const careless = createVisitor(server)
    const refused = await usePasskey(server, careless, authenticator, SIGN_IN, { isVerified: false })
    assert.equal(refused.status, 401)
    assert.ok(!(await isSignedIn(careless)))

    const visitor = createVisitor(server)
    const { status, body, options, response } = await usePasskey(server, visitor, authenticator)
    assert.equal(status, 200)
    assert.deepEqual(body, { location: '/app/settings' })
    assert.equal(options.userVerification, 'required')
    assert.deepEqual(options.allowCredentials, [], 'no one learns who has which passkey')
    assert.ok(await isSignedIn(visitor))
    assert.ok((await readFactors(server, person)).passkeys[0]?.lastUsedAt)

    const thief = createVisitor(server)
    assert.equal((await post(server, thief, SIGN_IN, { response })).status, 401, 'a signature works once')
    assert.ok(!(await isSignedIn(thief)))
  })

  test('is refused for another origin, another key, an expired challenge and a disabled user', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const { authenticator } = await addPasskey(server, person)
    const visitor = createVisitor(server)
    const attempt = async (signing: Signing = {}) =>
      (await usePasskey(server, visitor, authenticator, SIGN_IN, signing)).status
    assert.equal(await attempt({ origin: 'https://evil.example' }), 401)
    assert.equal(await attempt({ rpId: 'evil.example' }), 401)
    const unknown = await usePasskey(server, visitor, createAuthenticator(server.url))
    assert.equal(unknown.status, 401)
    const { body } = await post(server, visitor, `${SIGN_IN}/options`)
    server.advance(301_000)
    const late = authenticator.sign(body as unknown as PasskeyRequest)
    assert.equal((await post(server, visitor, SIGN_IN, { response: late })).status, 401)
    await server.services.db.sql`update users set disabled_at = 1 where id = ${person.user.id}`
    assert.equal(await attempt(), 401)
    await server.services.db.sql`update users set disabled_at = null where id = ${person.user.id}`
    assert.equal(await attempt(), 200)
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
    for (const path of [SIGN_IN, `${SIGN_IN}/options`, STEP, `${STEP}/options`]) {
      const forged = { response: { id: '', response: {} } }
      const sent = { method: 'POST', headers, body: JSON.stringify(forged) }
      assert.equal((await server.fetch(path, sent)).status, 403)
    }
  })

  test('is refused when the counter has not grown: somebody has a copy', async () => {
    const person = await createSignedInUser(server)
    const { authenticator } = await addPasskey(server, person, undefined, { signing: { counter: 7 } })
    const attempt = async (counter: number) =>
      (await usePasskey(server, createVisitor(server), authenticator, SIGN_IN, { counter })).status
    assert.equal(await attempt(9), 200)
    assert.equal(await attempt(9), 401)
    assert.equal(await attempt(8), 401)
    assert.equal(await attempt(0), 401)
    assert.equal(await attempt(10), 200)
  })

  test('is the second factor after a password, for the user of that password alone', async () => {
    const person = await createSignedInUser(server)
    const { authenticator } = await addPasskey(server, person)
    const stranger = await createSignedInUser(server)
    const other = await addPasskey(server, stranger)
    const visitor = createVisitor(server)
    assert.equal((await post(server, visitor, `${STEP}/options`)).status, 401, 'not without a password')
    const begun = await enter(visitor, person.user.email, TEST_PASSWORD, '/app/upload')
    assert.equal(begun.headers.get('location'), '/sign-in/second-factor')
    assert.ok(!(await isSignedIn(visitor)))
    assert.match((await visitor.open('/sign-in/second-factor')).text, /Sign in with a passkey/)
    assert.equal((await usePasskey(server, visitor, other.authenticator, STEP)).status, 401)
    const entered = await usePasskey(server, visitor, authenticator, STEP, { isVerified: false })
    assert.equal(entered.options.userVerification, 'preferred')
    assert.equal(entered.options.allowCredentials.length, 1)
    assert.equal(entered.status, 200)
    assert.deepEqual(entered.body, { location: '/app/upload' })
    assert.ok(await isSignedIn(visitor))
  })

  test('does not take a signature that was asked for as a second factor', async () => {
    const person = await createSignedInUser(server)
    const { authenticator } = await addPasskey(server, person)
    const visitor = createVisitor(server)
    await enter(visitor, person.user.email, TEST_PASSWORD)
    const { body } = await post(server, visitor, `${STEP}/options`)
    const response = authenticator.sign(body as unknown as PasskeyRequest)
    assert.equal((await post(server, visitor, SIGN_IN, { response })).status, 401)
  })
})
