import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bearer, createKey, createSignedInUser, createUser, signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('GET /api/v1/profile', () => {
  test('returns the profile, without the email unless the credential may read it', async (context) => {
    const server = await startServer(context)
    const user = await createUser(server, 'Ada Thermal')
    const key = await createKey(server, user, ['profile:read'])
    const response = await server.fetch('/api/v1/profile', { headers: bearer(key) })
    assert.equal(response.status, 200)
    assert.deepEqual(await response.json(), {
      data: {
        id: user.id,
        name: 'Ada Thermal',
        email: null,
        image: null,
        publicProfile: false,
        emailVerified: false,
        earlyAdopter: false,
        club: null,
        civlId: null,
      },
    })
    const both = await createKey(server, user, ['profile:read', 'profile:email'])
    const full = await server.fetch('/api/v1/profile', { headers: bearer(both) })
    assert.equal(((await full.json()) as { data: { email: string } }).data.email, user.email)
  })

  test('shows club, CIVL id, picture and early adopters', async (context) => {
    const server = await startServer(context, { environment: { EARLY_ADOPTER_BEFORE: '2100-01-01' } })
    const user = await createUser(server)
    await server.services.db.sql`
      update users set club = 'Thermik e. V.', civl_id = 4711, image = '/images/abc.webp', public_profile = ${true},
        email_verified = ${true} where id = ${user.id}`
    const key = await createKey(server, user, ['profile:read'])
    const response = await server.fetch('/api/v1/profile', { headers: bearer(key) })
    const { data } = (await response.json()) as { data: Record<string, unknown> }
    assert.equal(data.club, 'Thermik e. V.')
    assert.equal(data.civlId, 4711)
    assert.equal(data.image, `${server.url}/images/abc.webp`)
    assert.equal(data.publicProfile, true)
    assert.equal(data.emailVerified, true)
    assert.equal(data.earlyAdopter, true)
  })

  test('needs a credential with profile:read', async (context) => {
    const server = await startServer(context)
    const user = await createUser(server)
    const none = await server.fetch('/api/v1/profile')
    assert.equal(none.status, 401)
    assert.match(none.headers.get('www-authenticate') ?? '', /^Bearer /)
    const key = await createKey(server, user, ['flights:read', 'profile:email'])
    const other = await server.fetch('/api/v1/profile', { headers: bearer(key) })
    assert.equal(other.status, 403)
    assert.equal(((await other.json()) as { error: string }).error, 'insufficient_scope')
  })
})

suite('a session', () => {
  test('is found by its cookie until it is signed out, expires or its user is disabled', async (context) => {
    const server = await startServer(context)
    const { user, headers } = await createSignedInUser(server)
    const open = () => server.fetch('/oauth/device', { headers })
    assert.equal((await open()).status, 200)

    const second = await signIn(server, user)
    const out = await server.fetch('/sign-out', { method: 'POST', headers: second })
    assert.equal(out.status, 303)
    assert.equal((await server.fetch('/oauth/device', { headers: second })).status, 303)
    assert.equal((await open()).status, 200, 'the other session lives on')

    await server.services.db.sql`update users set disabled_at = 1 where id = ${user.id}`
    assert.equal((await open()).status, 303)
    await server.services.db.sql`update users set disabled_at = null where id = ${user.id}`
    assert.equal((await open()).status, 200)
    server.advance(31 * 86_400_000)
    assert.equal((await open()).status, 303)
  })

  test('is not found only by its token or with a wrong signature', async (context) => {
    const server = await startServer(context)
    const { headers } = await createSignedInUser(server)
    const [name, value] = headers.cookie.split('=') as [string, string]
    const [token] = decodeURIComponent(value).split('.') as [string]
    for (const wrong of [token, `${token}.`, `${token}.AAAA`, `${decodeURIComponent(value)}x`, '%ZZ']) {
      const response = await server.fetch('/oauth/device', {
        headers: { cookie: `${name}=${encodeURIComponent(wrong)}` },
      })
      assert.equal(response.status, 303)
      assert.equal(response.headers.get('location'), '/sign-in?return_to=%2Foauth%2Fdevice')
    }
  })
})
