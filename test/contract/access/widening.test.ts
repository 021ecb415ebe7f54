// run: all
// Changes that show others more: a session needs a recent proof, the pilot is told and can undo them.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import type { Sharing } from '#dashboard/sharing.ts'
import type { SecurityLogPage } from '#dashboard/security.ts'
import { requireDecided } from '#server/access/operations/fields.ts'
import { findSharedFlight } from '#server/flights/sharing/store.ts'
import { send } from '#test/support/account.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { foundLeague } from '#test/support/rankings/league.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { bearer, createKey, signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { enter, PASSWORD } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

const DAY_MS = 86_400_000
const HOME = { name: 'Home', latitude: 47.1, longitude: 11.3, radiusM: 500 }

async function startSharing(context: TestContext) {
  const mail = await startMailServer(context)
  const server = await startServer(context, { environment: { SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' } })
  const pilot = await createPilot(server)
  const { user } = pilot
  const person = { user, headers: await signIn(server, user) }
  const flights = [
    await uploadNew(server, pilot, makeFlight(1)),
    await uploadNew(server, pilot, makeFlight(2)),
  ]
  const zone = (await (await send(server, person, 'POST', '/sharing/zones', HOME)).json()) as { id: string }
  // As one of before, whose disc may be made smaller.
  await server.services.db.sql`update privacy_zones set is_wide = ${true}`
  const act = async (method: string, path: string, body?: unknown) => {
    const answer = await send(server, person, method as 'POST', path, body)
    return { status: answer.status, text: await answer.text() }
  }
  const readSharing = async () => JSON.parse((await act('GET', '/sharing')).text) as Sharing
  const readVisibilities = async () =>
    (await server.services.db.sql<{ visibility: string }>`select visibility from flights`).map(
      ({ visibility }) => visibility,
    )
  return { mail, server, user, person, flights, zone, act, readSharing, readVisibilities }
}

type Started = Awaited<ReturnType<typeof startSharing>>

const wideningsOf = ({ zone }: Pick<Started, 'zone'>) =>
  [
    ['POST', '/flights/visibility', { visibility: 'public' }],
    ['PATCH', '/sharing', { defaultVisibility: 'unlisted' }],
    ['PATCH', '/sharing', { handle: 'mara' }],
    ['PATCH', '/account', { publicProfile: true }],
    ['POST', `/sharing/zones/${zone.id}/smaller`, undefined],
    ['DELETE', `/sharing/zones/${zone.id}`, undefined],
  ] as const

suite('a session last proved 20 days ago', () => {
  test('shows others nothing more', async (context) => {
    const started = await startSharing(context)
    const { server, act, flights, readSharing, readVisibilities } = started
    server.advance(20 * DAY_MS)
    for (const [method, path, body] of wideningsOf(started)) {
      const { status, text } = await act(method, path, body)
      assert.deepEqual([status, JSON.parse(text).error], [403, 'confirmation_required'], path)
    }
    const club = `/clubs/${'a'.repeat(24)}`
    for (const [method, path, body] of [
      ['PATCH', club, { join: 'open' }],
      ['PATCH', club, { visible: 'public' }],
      ['PATCH', `${club}/membership`, { displayName: 'handle' }],
    ] as const)
      assert.match((await act(method, path, body)).text, /confirmation_required/, path)
    assert.deepEqual(await readVisibilities(), ['private', 'private'])
    const { zones, ...settings } = await readSharing()
    assert.deepEqual(
      [settings, zones.length],
      [{ defaultVisibility: 'private', handle: null, offersTrackFiles: true }, 1],
    )
    const [one = { id: '' }] = flights
    const narrow = [
      ['POST', '/flights/visibility', { visibility: 'private' }, 200],
      ['POST', '/flights/visibility', { visibility: 'unlisted', ids: [one.id] }, 200],
      ['PATCH', '/sharing', { defaultVisibility: 'private', handle: null }, 200],
      ['PATCH', '/account', { publicProfile: false }, 200],
    ] as const
    for (const [method, path, body, expected] of narrow)
      assert.equal((await act(method, path, body)).status, expected, `${path} hides, or shows one flight`)
  })

  test('is no matter for an application with the scope, which changes one flight at a time', async (context) => {
    const { server, user, flights } = await startSharing(context)
    const key = await createKey(server, user, ['flights:write'])
    server.advance(20 * DAY_MS)
    const [one = { id: '' }] = flights
    const answer = await server.fetch(`/api/v1/flights/${one.id}`, {
      method: 'PATCH',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'public' }),
    })
    assert.equal(answer.status, 200)
  })
})

suite('an operation that a session may call without a fresh proof', () => {
  const take = (member: string, widens?: () => boolean) =>
    requireDecided({
      route: 'PATCH /things',
      doors: { dashboard: 'session' },
      schema: { body: Type.Object({ [member]: Type.String() }) },
      ...(widens && { widens }),
    })

  test('refuses the start when it takes what others see more by and does not say when', () => {
    for (const member of ['visibility', 'join', 'rule', 'terms', 'displayName']) {
      assert.throws(() => take(member), /declare `widens`/, member)
      take(member, () => true)
    }
    take('caption')
  })

  test('refuses the start when it takes what nobody has decided about', () => {
    assert.throws(() => take('isOnTheFrontPage', () => true), /Nobody has decided/)
  })
})

suite('a change that shows others more', () => {
  test('is in the security log, and the pilot is sent a link that undoes it for seven days', async (context) => {
    const started = await startSharing(context)
    const { mail, server, user, act, readSharing, readVisibilities } = started
    const visitor = createVisitor(server)
    for (const [method, path, body] of wideningsOf(started)) {
      assert.ok((await act(method, path, body)).status < 300, path)
      const message = await mail.take(user.email)
      assert.match(message.text, /seven days/)
      const link = readLink(message)
      assert.match((await visitor.open(link)).text, /Undo it/)
      assert.match((await visitor.submit('/undo-sharing', {})).text, /It is undone/)
      await visitor.open(link)
      assert.match((await visitor.submit('/undo-sharing', {})).text, /It is undone/, 'a second time, too')
    }
    const { zones, ...settings } = await readSharing()
    assert.deepEqual(
      [settings, zones.length],
      [{ defaultVisibility: 'private', handle: null, offersTrackFiles: true }, 1],
    )
    assert.deepEqual(await readVisibilities(), ['private', 'private'])
    const [stored] = await server.services.db.sql<{ public_profile: boolean }>`
      select public_profile from users where id = ${user.id}`
    assert.equal(Boolean(stored?.public_profile), false)
    const log = JSON.parse((await act('GET', '/security-log')).text) as SecurityLogPage
    const subjects = (kind: string) =>
      log.items.filter((item) => item.kind === kind).map(({ subject }) => subject)
    assert.deepEqual(subjects('sharing_widened').toReversed(), [
      'flightsShared 2',
      'newFlightsShared',
      'addressChosen mara',
      'profilePublished',
      'zoneNarrowed Home',
      'zoneRemoved Home',
    ])
    assert.equal(subjects('sharing_undone').length, 12)
  })

  test('by more of the name in a club or a season is told, and undone', async (context) => {
    const { mail, server, user, act, person } = await startSharing(context)
    const league = await foundLeague(server)
    const [membership, entry] = [`/clubs/${league.clubId}/membership`, `/seasons/${league.season.id}/entry`]
    await act('PUT', membership, {})
    await act('PUT', entry, { displayName: 'initial' })
    for (let index = 0; index < 2; index++) await mail.take(user.email)
    const visitor = createVisitor(server)
    const { sql } = server.services.db
    const readNames = async () =>
      sql`select m.shown_as as club, m.is_listed as "isListed", e.display_name as season from club_members m, ranking_entries e
        where m.user_id = ${person.user.id} and e.user_id = ${person.user.id}`
    await act('PATCH', membership, { displayName: 'initial', isListed: false })
    const before = await readNames()
    for (const [method, path, body] of [
      ['PATCH', membership, { displayName: 'full', isListed: true }],
      ['PUT', entry, { displayName: 'full' }],
    ] as const) {
      assert.equal((await act(method, path, body)).status, 200, path)
      assert.notDeepEqual(await readNames(), before, path)
      const message = await mail.take(user.email)
      assert.match(message.text, /more of your name/)
      await visitor.open(readLink(message))
      assert.match((await visitor.submit('/undo-sharing', {})).text, /It is undone/)
      assert.deepEqual(await readNames(), before, path)
    }
  })

  test('cannot end or forge the link, and it ends after seven days', async (context) => {
    const { mail, server, user, act, zone, readSharing } = await startSharing(context)
    await act('DELETE', `/sharing/zones/${zone.id}`)
    const link = readLink(await mail.take(user.email))
    await server.services.db.sql`delete from one_time_secrets`
    const visitor = createVisitor(server)
    assert.equal((await visitor.open(link.replace(/token=..../, 'token=AAAA'))).status, 400)
    assert.equal((await visitor.open(`${link}x`)).status, 400)
    server.advance(7 * DAY_MS - 60_000)
    await visitor.open(link)
    await visitor.submit('/undo-sharing', {})
    assert.equal((await readSharing()).zones.length, 1)
    server.advance(120_000)
    assert.equal((await visitor.open(link)).status, 400)
  })
})

suite('a recovery', () => {
  test('takes back the profile and its address, also when it was changed twice, unless they are kept', async (context) => {
    const started = await startSharing(context)
    const { mail, server, user, act } = started
    await act('PATCH', '/sharing', { handle: 'mara' })
    await mail.take(user.email)
    server.advance(8 * DAY_MS)
    const thief = { user, headers: await signIn(server, user) }
    for (const [path, body] of [
      ['/sharing', { handle: 'thief' }],
      ['/sharing', { handle: 'thief-2' }],
      ['/account', { publicProfile: true }],
    ] as const)
      assert.equal((await send(server, thief, 'PATCH', path, body)).status, 200, path)
    for (let index = 0; index < 3; index++) await mail.take(user.email)
    const visitor = createVisitor(server)
    await visitor.open('/forgot-password')
    await visitor.submit('/forgot-password', { email: user.email })
    await visitor.open(readLink(await mail.take(user.email)))
    await visitor.submit('/reset-password', { password: PASSWORD })
    await enter(visitor, user.email)
    const { text } = await visitor.open('/review-access')
    assert.match(
      text,
      /Your profile is public.*has the address &quot;thief-2&quot;|has the address &quot;thief-2&quot;.*Your profile is public/s,
    )
    assert.match((await visitor.submit('/review-access', {})).text, /Your choices are saved/)
    const [stored] = await server.services.db.sql<{ isPublic: boolean; handle: string }>`
      select u.public_profile as "isPublic", s.handle from users u join sharing_settings s on s.user_id = u.id`
    assert.deepEqual([Boolean(stored?.isPublic), stored?.handle], [false, 'mara'])
    const log = (await visitor.open('/app/api/security-log')).text
    assert.match(log, /"kind":"sharing_undone"[^}]*"subject":"addressChosen thief-2"/)
    assert.doesNotMatch((await visitor.open('/review-access')).text, /thief-2/)
  })

  test('puts back a zone that was removed in the seven days before, at once and for good', async (context) => {
    const { mail, server, user, act, flights, zone } = await startSharing(context)
    await act('POST', '/flights/visibility', { visibility: 'public' })
    await act('DELETE', `/sharing/zones/${zone.id}`)
    for (let index = 0; index < 2; index++) await mail.take(user.email)
    const [one = { id: '' }] = flights
    const countZones = async () => (await findSharedFlight(server.services.db.sql, one.id))?.zones.length
    assert.equal(await countZones(), 0, 'as a thief has left it')
    const visitor = createVisitor(server)
    await visitor.open('/forgot-password')
    await visitor.submit('/forgot-password', { email: user.email })
    await visitor.open(readLink(await mail.take(user.email)))
    await visitor.submit('/reset-password', { password: PASSWORD })
    assert.equal(await countZones(), 1, 'before the review')
    await enter(visitor, user.email)
    const { text } = await visitor.open('/review-access')
    assert.match(text, /Changes that others see.*Home.*made less than a day ago/s)
    const [removal = ''] = /change:[\w-]+/.exec(text) ?? []
    const [sharing = ''] = /sharing:[\w-]+/.exec(text) ?? []
    assert.match(
      (await visitor.submit('/review-access', { [sharing]: 'keep' })).text,
      /Your choices are saved/,
      removal,
    )
    assert.equal(await countZones(), 1, 'after it')
  })
})
