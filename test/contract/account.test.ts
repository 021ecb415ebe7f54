import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import type { Account, SignedInSession } from '#contract/dashboard.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import {
  bearer,
  createKey,
  createSignedInUser,
  createUser,
  signIn,
  TEST_PASSWORD,
} from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { createVisitor } from '#test/support/visitor.ts'
import { readZip } from '#test/support/zip.ts'

type SignedIn = Awaited<ReturnType<typeof createSignedInUser>>
const NEW_PASSWORD = 'eleven elegant eagles'

function send(
  server: TestServer,
  { headers }: Pick<SignedIn, 'headers'>,
  method: string,
  path: string,
  body?: unknown,
) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return server.fetch(`/app/api${path}`, { method, headers: { ...headers, ...type }, ...json })
}

async function readAccount(server: TestServer, person: Pick<SignedIn, 'headers'>): Promise<Account> {
  return (await (await send(server, person, 'GET', '/account')).json()) as Account
}

async function countRows({ services }: TestServer, userId: string): Promise<Record<string, number>> {
  const { sql } = services.db
  const count = async (rows: Promise<{ count: number }[]>) => (await rows)[0]?.count ?? -1
  return {
    users: await count(sql`select count(*) as count from users where id = ${userId}`),
    sessions: await count(sql`select count(*) as count from sessions where user_id = ${userId}`),
    identities: await count(sql`select count(*) as count from identities where user_id = ${userId}`),
    images: await count(sql`select count(*) as count from profile_images where user_id = ${userId}`),
    credentials: await count(sql`select count(*) as count from credentials where user_id = ${userId}`),
    flights: await count(sql`select count(*) as count from flights where owner_id = ${userId}`),
    verifications: await count(sql`select count(*) as count from verifications`),
  }
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3388cc' } })

suite('the account of the dashboard', () => {
  test('is read and changed in part', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server, 'Ada')
    const account = await readAccount(server, person)
    assert.equal(account.email, person.user.email)
    assert.equal(account.name, 'Ada')
    assert.equal(typeof account.createdAt, 'number')
    const change = { club: '  Thermik  ', civlId: 4711, publicProfile: true }
    const changed = await send(server, person, 'PATCH', '/account', change)
    assert.equal(changed.status, 200)
    assert.deepEqual(await changed.json(), {
      ...account,
      club: 'Thermik',
      civlId: 4711,
      publicProfile: true,
    })
    await send(server, person, 'PATCH', '/account', { name: '', civlId: null })
    const after = await readAccount(server, person)
    assert.equal(after.name, null)
    assert.equal(after.civlId, null)
    assert.equal(after.club, 'Thermik')
  })

  const refused: [string, unknown, RegExp][] = [
    ['a name that is too long', { name: 'x'.repeat(101) }, /100 characters/],
    ['a name with a control character', { name: 'a\u0000b' }, /cannot be shown/],
    ['a CIVL id that is no number', { civlId: 1.5 }, /civlId|CIVL/],
    ['a CIVL id below one', { civlId: 0 }, /CIVL/],
    ['a CIVL id beyond 32 bits', { civlId: 2 ** 31 }, /CIVL/],
    ['a field that is not the user’s to change', { emailVerified: true }, /emailVerified/],
    ['the address', { email: 'other@example.org' }, /email/],
  ]
  test('refuses what does not fit, naming it', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    for (const [name, change, sentence] of refused) {
      const response = await send(server, person, 'PATCH', '/account', change)
      assert.equal(response.status, 400, name)
      assert.match(((await response.json()) as { error_description: string }).error_description, sentence)
    }
  })

  test('is closed to who is not signed in and to other sites', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    for (const path of ['/account', '/account/export', '/sessions'])
      assert.equal((await server.fetch(`/app/api${path}`)).status, 401)
    const elsewhere = { headers: { ...person.headers, origin: 'https://evil.example' } }
    for (const [method, path] of [
      ['PATCH', '/account'],
      ['DELETE', '/account'],
      ['POST', '/account/password'],
      ['POST', '/account/email'],
      ['POST', '/account/image'],
      ['DELETE', '/account/image'],
      ['POST', '/sessions/end-others'],
    ] as const) {
      const response = await send(server, elsewhere, method, path, { password: TEST_PASSWORD })
      assert.equal(response.status, 403, `${method} ${path}`)
    }
    assert.equal((await countRows(server, person.user.id)).users, 1)
  })
})

suite('the sessions of a user', () => {
  test('are listed, ended one by one, and all but this one', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const [second, third, fourth] = [
      { headers: await signIn(server, person.user) },
      { headers: await signIn(server, person.user) },
      { headers: await signIn(server, person.user) },
    ]
    const list = async () =>
      ((await (await send(server, person, 'GET', '/sessions')).json()) as { items: SignedInSession[] }).items
    const before = await list()
    assert.equal(before.length, 4)
    assert.equal(before.filter((session) => session.isCurrent).length, 1)

    const [{ id } = { id: '' }] = (
      (await (await send(server, second, 'GET', '/sessions')).json()) as {
        items: SignedInSession[]
      }
    ).items.filter((session) => session.isCurrent)
    assert.equal((await send(server, person, 'DELETE', `/sessions/${id}`)).status, 204)
    assert.equal((await send(server, second, 'GET', '/account')).status, 401)
    assert.equal((await send(server, third, 'GET', '/account')).status, 200)
    assert.equal((await send(server, person, 'DELETE', `/sessions/${id}`)).status, 404)
    assert.equal((await send(server, person, 'DELETE', '/sessions/nonsense')).status, 404)

    assert.deepEqual(await (await send(server, person, 'POST', '/sessions/end-others')).json(), { ended: 2 })
    assert.equal((await send(server, fourth, 'GET', '/account')).status, 401)
    assert.equal((await list()).length, 1)
  })

  test('of somebody else cannot be ended', async (context) => {
    const server = await startServer(context)
    const [mine, other] = [await createSignedInUser(server), await createSignedInUser(server)]
    const { items } = (await (await send(server, other, 'GET', '/sessions')).json()) as {
      items: SignedInSession[]
    }
    assert.equal((await send(server, mine, 'DELETE', `/sessions/${items[0]?.id}`)).status, 404)
    assert.equal((await send(server, other, 'GET', '/account')).status, 200)
  })

  test('know when and from where they were seen, whatever a visitor claims', async (context) => {
    const server = await startServer(context)
    const user = await createUser(server)
    await signIn(server, user)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const claims = {
      'user-agent': agent,
      'x-forwarded-for': '203.0.113.9',
      'x-cloudstreet-address': '203.0.113.9',
    }
    await visitor.submit('/sign-in', { email: user.email, password: TEST_PASSWORD }, claims)
    server.advance(3_600_000)
    const { text } = await visitor.open('/app/api/sessions', { accept: 'application/json' })
    const current = (JSON.parse(text) as { items: SignedInSession[] }).items.find((item) => item.isCurrent)
    assert.equal(current?.browser, 'Firefox on Linux')
    assert.match(current?.address ?? '', /^(::1|127\.0\.0\.1|::ffff:127\.0\.0\.1|0000:.*)$/)
    assert.ok((current?.lastSeenAt ?? 0) - (current?.createdAt ?? 0) > 3_500_000)
  })
})

suite('a change of password', () => {
  test('asks for the old one, ends the other sessions and keeps this one', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const other = { headers: await signIn(server, person.user) }
    const change = (currentPassword: string, newPassword: string) =>
      send(server, person, 'POST', '/account/password', { currentPassword, newPassword })
    assert.equal((await change('wrong wrong wrong', NEW_PASSWORD)).status, 400)
    assert.equal((await change(TEST_PASSWORD, 'short')).status, 400)
    assert.equal((await send(server, other, 'GET', '/account')).status, 200)

    const changed = await change(TEST_PASSWORD, NEW_PASSWORD)
    assert.equal(changed.status, 204)
    assert.equal((await send(server, other, 'GET', '/account')).status, 401)
    const cookie = changed.headers.getSetCookie().map((line) => line.replace(/;.*/, ''))
    const next = { headers: { ...person.headers, cookie: cookie.join('; ') } }
    assert.equal((await send(server, next, 'GET', '/account')).status, 200)

    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    assert.equal(
      (await visitor.submit('/sign-in', { email: person.user.email, password: TEST_PASSWORD })).status,
      401,
    )
    assert.equal(
      (await visitor.submit('/sign-in', { email: person.user.email, password: NEW_PASSWORD })).status,
      303,
    )
  })

  test('guessing the old one is limited like signing in', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_SIGN_IN: '3' } })
    const person = await createSignedInUser(server)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt++) {
      const body = { currentPassword: 'wrong wrong wrong', newPassword: NEW_PASSWORD }
      statuses.push((await send(server, person, 'POST', '/account/password', body)).status)
    }
    assert.deepEqual(statuses, [400, 400, 400, 429, 429])
  })
})

suite('a change of address', () => {
  test('counts once the link to the new address is used, and both addresses hear of it', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const person = await createSignedInUser(server)
    const email = 'moved@example.org'
    const wrong = await send(server, person, 'POST', '/account/email', {
      email,
      password: 'wrong wrong wrong',
    })
    assert.equal(wrong.status, 400)
    const asked = await send(server, person, 'POST', '/account/email', { email, password: TEST_PASSWORD })
    assert.deepEqual(await asked.json(), { outcome: 'sent' })
    assert.equal((await readAccount(server, person)).email, person.user.email)

    const visitor = createVisitor(server)
    await visitor.open(readLink(await mail.take(email)))
    await visitor.submit('/verify-email', {})
    const account = await readAccount(server, person)
    assert.equal(account.email, email)
    assert.equal(account.emailVerified, true)
    assert.match((await mail.take(person.user.email)).text, /moved@example\.org/)
  })

  test('to an address that has an account is answered alike and changes nothing', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const [person, other] = [await createSignedInUser(server), await createSignedInUser(server)]
    const body = { email: other.user.email, password: TEST_PASSWORD }
    const asked = await send(server, person, 'POST', '/account/email', body)
    assert.deepEqual(await asked.json(), { outcome: 'sent' })
    assert.match((await mail.take(other.user.email)).subject, /asked for/)
    assert.equal((await readAccount(server, person)).email, person.user.email)
  })

  test('whose new address got an account meanwhile does not go through', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const person = await createSignedInUser(server)
    await send(server, person, 'POST', '/account/email', {
      email: 'moved@example.org',
      password: TEST_PASSWORD,
    })
    const link = readLink(await mail.take('moved@example.org'))
    const rival = await createUser(server)
    await server.services.db.sql`update users set email = 'moved@example.org' where id = ${rival.id}`
    const visitor = createVisitor(server)
    await visitor.open(link)
    assert.equal((await visitor.submit('/verify-email', {})).status, 400)
    assert.equal((await readAccount(server, person)).email, person.user.email)
  })

  test('is made at once where there is no mail', async (context) => {
    const server = await startServer(context)
    const [person, other] = [await createSignedInUser(server), await createSignedInUser(server)]
    const change = (email: string) =>
      send(server, person, 'POST', '/account/email', { email, password: TEST_PASSWORD })
    assert.deepEqual(await (await change('Moved@example.org')).json(), { outcome: 'changed' })
    const account = await readAccount(server, person)
    assert.equal(account.email, 'moved@example.org')
    assert.equal(account.emailVerified, false)
    assert.equal((await change(other.user.email)).status, 400)
    assert.equal((await change('nonsense')).status, 400)
  })
})

suite('a profile picture', () => {
  test('becomes a square of 256 px under an address that never changes', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const form = new FormData()
    form.set('file', new Blob([Buffer.from(await picture(640, 320).jpeg().toBuffer())]), 'me.jpg')
    const response = await server.fetch('/app/api/account/image', {
      method: 'POST',
      headers: person.headers,
      body: form,
    })
    assert.equal(response.status, 200)
    const { image } = (await response.json()) as Account
    assert.match(image ?? '', /^\/images\/[a-f0-9]{64}\.webp$/)
    const served = await server.fetch(image ?? '')
    assert.equal(served.headers.get('content-type'), 'image/webp')
    assert.equal(served.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    const { format, width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
    assert.deepEqual({ format, width, height }, { format: 'webp', width: 256, height: 256 })

    const key = await createKey(server, person.user, ['profile:read'])
    const profile = await server.fetch('/api/v1/profile', { headers: bearer(key) })
    assert.equal(((await profile.json()) as { data: { image: string } }).data.image, server.url + image)

    await send(server, person, 'DELETE', '/account/image')
    assert.equal((await readAccount(server, person)).image, null)
    assert.equal((await server.fetch(image ?? '')).status, 404)
  })

  test('may be the body itself, in the usual formats', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const bodies = {
      'image/png': await picture(300, 300).png().toBuffer(),
      'image/webp': await picture(20, 300).webp().toBuffer(),
      'image/gif': await picture(10, 10).gif().toBuffer(),
      'image/avif': await picture(64, 64).avif().toBuffer(),
    }
    for (const [type, body] of Object.entries(bodies)) {
      const response = await server.fetch('/app/api/account/image', {
        method: 'POST',
        headers: { ...person.headers, 'content-type': type },
        body: new Uint8Array(body),
      })
      assert.equal(response.status, 200, type)
    }
  })

  test('loses what the camera wrote about time and place', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const exif = { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '47/1 15/1 0/1', GPSLatitudeRef: 'N' } }
    const body = await picture(300, 300).withExif(exif).jpeg().toBuffer()
    assert.ok((await sharp(body).metadata()).exif)
    const response = await server.fetch('/app/api/account/image', {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'image/jpeg' },
      body: new Uint8Array(body),
    })
    const { image } = (await response.json()) as Account
    const served = Buffer.from(await (await server.fetch(image ?? '')).arrayBuffer())
    assert.equal((await sharp(served).metadata()).exif, undefined)
  })

  test('is refused when it is too large, no picture, broken or a drawing', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const png = await picture(300, 300).png().toBuffer()
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
    const cases: [string, Uint8Array, number][] = [
      ['image/png', Buffer.concat([png, Buffer.alloc(1_000_001)]), 413],
      ['image/png', Buffer.alloc(3_000_000), 413],
      ['image/svg+xml', Buffer.from(drawing), 400],
      ['image/png', Buffer.from('not a picture'), 400],
      ['image/png', png.subarray(0, 60), 400],
      ['image/png', Buffer.alloc(0), 400],
      ['multipart/form-data; boundary=x', Buffer.from('nonsense'), 400],
      ['multipart/form-data', Buffer.from('nonsense'), 400],
    ]
    for (const [type, body, status] of cases) {
      const response = await server.fetch('/app/api/account/image', {
        method: 'POST',
        headers: { ...person.headers, 'content-type': type },
        body: new Uint8Array(body),
      })
      assert.equal(response.status, status, `${type} ${body.byteLength}`)
    }
    assert.equal((await server.fetch('/images/nothing.webp')).status, 404)
    assert.equal((await server.fetch(`/images/${'0'.repeat(64)}.webp`)).status, 404)
  })
})

suite('the export', () => {
  test('holds the profile, the flights and the IGC files byte for byte', async (context) => {
    const server = await startServer(context)
    const pilot = await createPilot(server, 'Ada')
    const person = { headers: await signIn(server, pilot.user) }
    const key = await createKey(server, pilot.user, ['profile:read'])
    const files = [makeFlight(1), makeFlight(2)]
    for (const file of files) await uploadNew(server, pilot, file)
    const response = await send(server, person, 'GET', '/account/export')
    assert.equal(response.headers.get('content-type'), 'application/zip')
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="cloudstreet-[\d-]+\.zip"$/,
    )
    const archive = readZip(new Uint8Array(await response.arrayBuffer()))
    const profile = JSON.parse(archive.get('profile.json')?.toString() ?? '') as Account
    assert.equal(profile.email, pilot.user.email)
    for (const name of ['sessions', 'keys', 'applications', 'consents', 'access'])
      assert.ok(archive.has(`${name}.json`), name)
    assert.match(archive.get('keys.json')?.toString() ?? '', /"name": "test"/)
    for (const [name, bytes] of archive) {
      assert.ok(!bytes.includes(key) && !bytes.includes(pilot.token), `${name} holds no secret`)
    }
    const exported = [...archive]
      .filter(([name]) => name.endsWith('.igc'))
      .map(([, bytes]) => bytes.toString('latin1'))
    assert.deepEqual(exported.sort(), files.map((file) => Buffer.from(file).toString('latin1')).sort())
    assert.equal([...archive.keys()].filter((name) => /^flights\/.*\.json$/.test(name)).length, 2)
  })

  test('is of one’s own account alone', async (context) => {
    const server = await startServer(context)
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, makeFlight(1))
    const other = await createSignedInUser(server)
    const response = await send(server, other, 'GET', '/account/export')
    const archive = readZip(new Uint8Array(await response.arrayBuffer()))
    assert.deepEqual(
      [...archive.keys()].filter((name) => name.startsWith('flights/')),
      [],
    )
  })
})

suite('deleting the account', () => {
  test('asks for the password, takes everything along and tells those who had consent', async (context) => {
    const server = await startServer(context)
    const pilot = await createPilot(server)
    const person = { headers: await signIn(server, pilot.user) }
    const flights = [
      await uploadNew(server, pilot, makeFlight(1)),
      await uploadNew(server, pilot, makeFlight(2)),
    ]
    const { sql } = server.services.db
    const developer = await createUser(server)
    const now = server.services.now()
    await sql`
      insert into applications (id, owner_id, name, type, grants, scopes, redirect_uris, created_at, updated_at)
      values ('aaaaaaaaaaaaaaaaaaaaaaaa', ${developer.id}, 'Tracker', 'public', '', 'flights:read', '', ${now}, ${now})`
    await sql`
      insert into consents (id, user_id, application_id, scopes, created_at, updated_at)
      values ('bbbbbbbbbbbbbbbbbbbbbbbb', ${pilot.user.id}, 'aaaaaaaaaaaaaaaaaaaaaaaa', 'flights:read', ${now}, ${now})`
    await server.fetch('/app/api/account/image', {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'image/png' },
      body: new Uint8Array(await picture(10, 10).png().toBuffer()),
    })

    const wrong = await send(server, person, 'DELETE', '/account', { password: 'wrong wrong wrong' })
    assert.equal(wrong.status, 400)
    assert.equal((await countRows(server, pilot.user.id)).users, 1)
    const gone = await send(server, person, 'DELETE', '/account', { password: TEST_PASSWORD })
    assert.equal(gone.status, 204)
    assert.match(gone.headers.getSetCookie().join(), /session_token=;.*Max-Age=0/)

    for (const [table, count] of Object.entries(await countRows(server, pilot.user.id)))
      assert.equal(count, 0, table)
    assert.equal((await send(server, person, 'GET', '/account')).status, 401)
    assert.equal((await server.fetch('/api/v1/flights', { headers: pilot.headers })).status, 401)
    const events = await sql<{ audience: string; payload: string }>`
      select audience, payload from events where type = 'flight.deleted' and user_id = ${pilot.user.id}`
    const told = events.map((event) => (JSON.parse(event.payload) as { flight: { id: string } }).flight.id)
    assert.deepEqual(told.sort(), flights.map((flight) => flight.id).sort())
    for (const event of events) assert.deepEqual(JSON.parse(event.audience), ['aaaaaaaaaaaaaaaaaaaaaaaa'])
  })

  test('leaves nothing half done when a part of it fails', async (context) => {
    const server = await startServer(context)
    const pilot = await createPilot(server)
    const person = { headers: await signIn(server, pilot.user) }
    await uploadNew(server, pilot, makeFlight(1))
    const before = await countRows(server, pilot.user.id)
    // A user who cannot be deleted: a row refers to him without a cascade.
    await server.services.db.sql`create table clings (user_id text not null references users (id))`
    await server.services.db.sql`insert into clings (user_id) values (${pilot.user.id})`
    assert.equal((await send(server, person, 'DELETE', '/account', { password: TEST_PASSWORD })).status, 500)
    assert.deepEqual(await countRows(server, pilot.user.id), before)
    const events = await server.services.db.sql`select id from events where type = 'flight.deleted'`
    assert.equal(events.length, 0)
  })
})

suite('the settings page', () => {
  test('does without JavaScript what the dashboard does', async (context) => {
    const server = await startServer(context)
    const user = await createUser(server, 'Ada')
    await signIn(server, user)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    await visitor.submit('/sign-in', { email: user.email, password: TEST_PASSWORD })
    const page = await visitor.open('/settings')
    assert.match(page.text, /value="Ada"/)
    assert.doesNotMatch(page.text, /<script|style="/)

    const saved = await visitor.submit('/settings/profile', {
      name: 'Ada B.',
      club: '<b>Lift</b>',
      civl_id: '12',
      public_profile: 'on',
    })
    assert.equal(saved.headers.get('location'), '/settings?done=profile#profile')
    const after = await visitor.open('/settings?done=profile')
    assert.match(after.text, /Your profile is saved/)
    assert.match(after.text, /value="&lt;b>Lift&lt;\/b>"|value="&lt;b&gt;Lift&lt;\/b&gt;"/)
    const bad = await visitor.submit('/settings/profile', { civl_id: 'abc' })
    assert.equal(bad.status, 400)
    assert.match(bad.text, /CIVL id is a whole number/)

    assert.equal((await visitor.submit('/settings/sessions/end-others', {})).status, 303)
    const wrong = await visitor.submit('/settings/password', {
      current_password: 'wrong wrong',
      new_password: NEW_PASSWORD,
    })
    assert.match(wrong.text, /current password is not right/)
    const changed = await visitor.submit('/settings/password', {
      current_password: TEST_PASSWORD,
      new_password: NEW_PASSWORD,
    })
    assert.equal(changed.status, 303)
    assert.match((await visitor.open('/settings?done=password')).text, /Your password is changed/)

    await visitor.submit('/settings/email', { email: 'moved@example.org', password: NEW_PASSWORD })
    assert.match((await visitor.open('/settings')).text, /moved@example\.org/)
    assert.equal((await visitor.submit('/settings/delete', { password: 'wrong wrong' })).status, 400)
    const gone = await visitor.submit('/settings/delete', { password: NEW_PASSWORD })
    assert.match(gone.text, /Your account is deleted/)
    assert.equal((await visitor.open('/settings')).status, 303)
    assert.equal((await countRows(server, user.id)).users, 0)
  })

  test('does nothing for a form of another session or site', async (context) => {
    const server = await startServer(context)
    const [mine, other] = [await createSignedInUser(server), await createSignedInUser(server)]
    const foreign = await server.fetch('/settings', { headers: other.headers })
    const token = /name="form_token" value="([^"]+)"/.exec(await foreign.text())?.[1] ?? ''
    for (const action of [
      'profile',
      'picture/remove',
      'email',
      'password',
      'sessions/end-others',
      'delete',
    ]) {
      const body = () => new URLSearchParams({ form_token: token, password: TEST_PASSWORD })
      const path = `/settings/${action}`
      assert.equal(
        (await server.fetch(path, { method: 'POST', headers: mine.headers, body: body() })).status,
        403,
      )
      const elsewhere = { ...other.headers, origin: 'https://evil.example' }
      assert.equal(
        (await server.fetch(path, { method: 'POST', headers: elsewhere, body: body() })).status,
        403,
      )
    }
    assert.equal((await countRows(server, mine.user.id)).users, 1)
    assert.equal((await countRows(server, other.user.id)).users, 1)
  })
})
