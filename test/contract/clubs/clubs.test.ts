// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import type { Club } from '#contract/clubs/clubs.ts'
import {
  ask,
  type Clubber,
  findMemberId,
  foundClub,
  invite,
  staff,
  withKey,
} from '#test/support/access/clubs.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

suite('clubs', async () => {
  const server = await shareServer()
  const send = (who: Pick<Clubber, 'headers'>, method: string, path: string, body?: unknown) =>
    ask(server, who, method, path, body)
  const statusOf = async (who: Clubber, method: string, path: string, body?: unknown) =>
    (await send(who, method, path, body)).status

  test('are created with an owner', async () => {
    const ada = await createSignedInUser(server, 'Ada Thermal')
    const club = await foundClub(server, ada, { name: '  Flug \t Club ', handle: 'flug-club' })
    const { id, dateCreated, membership, ...rest } = club
    assert.match(id, /^[a-f0-9]{24}$/)
    assert.ok(Math.abs(Date.parse(dateCreated) - server.services.now()) < 60_000)
    assert.deepEqual(rest, {
      handle: 'flug-club',
      name: 'Flug Club',
      country: 'CH',
      join: 'open',
      visible: 'public',
      description: null,
      website: null,
      picture: null,
      members: 1,
      isClosed: false,
      isRequested: false,
    })
    const { since: _since, ...own } = membership!
    assert.deepEqual(own, { role: 'owner', displayName: 'initial', isListed: true })
    assert.equal((await send(ada, 'GET', '/clubs?handle=flug-club')).body.data[0].id, id)
  })

  test('refuse names that mislead and handles that are taken or reserved', async () => {
    const ada = await createSignedInUser(server)
    const { handle } = await foundClub(server, ada)
    const settings = {
      name: 'Some club',
      handle: 'some-club',
      country: 'CH',
      join: 'open',
      visible: 'public',
    }
    const refusals = [
      [{ name: 'C1oudstreet' }, /looks like Cloudstreet/],
      [{ name: 'Club\u202e' }, /cannot be displayed/],
      [{ name: 'Win at www example org' }, /address of a website/],
      [{ name: 'Secure-login.example' }, /address of a website/],
      [{ name: 'Go to bad\uFF61example' }, /address of a website/],
      [{ name: '192.0.2.7/win' }, /address of a website/],
      [{ name: '   ' }, /1 to 80 characters/],
      [{ handle }, /Another club has this handle/],
      [{ handle: 'invitations' }, /reserved/],
      [{ handle: 'Big Club' }, /lower-case letters/],
      [{ country: 'Schweiz' }, /two capital letters/],
      [{ description: 'x'.repeat(1001) }, /plain text of up to 1000/],
      [{ description: 'a\u202eb' }, /plain text/],
      [{ website: 'http://club.example' }, /begins with https/],
      [{ website: 'https://ada:secret@club.example' }, /begins with https/],
      [{ website: 'javascript:alert(1)//https://club.example' }, /begins with https/],
    ] as const
    for (const [wrong, sentence] of refusals) {
      const { status, body } = await send(ada, 'POST', '/clubs', { ...settings, ...wrong })
      assert.equal(status, 400, JSON.stringify(wrong))
      assert.match(body.error_description, sentence)
    }
  })

  test('are found by all when public, and by their members alone when not', async () => {
    const ada = await createSignedInUser(server)
    const bert = await createSignedInUser(server)
    await foundClub(server, ada, { name: 'Zephyr Äther', country: 'AT' })
    const hidden = await foundClub(server, ada, { name: 'Zephyr hidden', visible: 'members' })
    const names = async (who: Clubber, query: string) =>
      (await send(who, 'GET', `/clubs?${query}`)).body.data.map(({ name }: Club) => name)
    assert.deepEqual(await names(bert, 'q=ZEPHYR'), ['Zephyr Äther'])
    assert.deepEqual(await names(bert, 'q=aether'), [])
    assert.deepEqual(await names(bert, 'q=ather&country=AT'), ['Zephyr Äther'])
    assert.deepEqual(await names(bert, 'q=zephyr&country=CH'), [])
    assert.deepEqual(await names(bert, 'q=%25'), [])
    assert.deepEqual(await names(bert, 'mine=true'), [])
    assert.deepEqual(await names(ada, 'mine=true&q=zephyr'), ['Zephyr Äther', 'Zephyr hidden'])
    assert.deepEqual(await names(bert, `after=${hidden.id}`), [], 'a hidden club has no place in the order')
    const pages = [(await send(ada, 'GET', '/clubs?mine=true&limit=1')).body]
    pages.push((await send(ada, 'GET', `/clubs?mine=true&limit=1&after=${pages[0].pagination.next}`)).body)
    assert.deepEqual(
      pages.map(({ data, pagination }) => [data[0].name, pagination.next]),
      [
        ['Zephyr Äther', pages[0].data[0].id],
        ['Zephyr hidden', null],
      ],
    )
  })

  test('have a text, a website and a picture, which owners and admins change', async () => {
    const { club, people } = await staff(server, { visible: 'members' })
    const path = `/clubs/${club.id}`
    const page = { description: 'We fly on Thursdays.', website: 'https://club.example/de?a=1' }
    assert.equal(await statusOf(people.member, 'PATCH', path, page), 403)
    const { body } = await send(people.admin, 'PATCH', path, page)
    assert.equal(body.data.description, page.description)
    assert.equal(body.data.website, page.website)
    assert.equal((await send(people.admin, 'PATCH', path, { description: '' })).body.data.description, null)

    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#38c' } })
      .withExif({ IFD0: { Copyright: 'nobody' } })
      .jpeg()
      .toBuffer()
    const put = ({ headers }: Clubber, picture: Uint8Array) =>
      server.fetch(`/app/api${path}/picture`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'image/jpeg' },
        body: new Uint8Array(picture),
      })
    assert.equal((await put(people.member, bytes)).status, 403)
    assert.equal((await put(people.stranger, bytes)).status, 404)
    assert.equal((await put(people.admin, Buffer.from('<svg/>'))).status, 400)
    const { data } = (await (await put(people.admin, bytes)).json()) as { data: Club }
    assert.match(data.picture ?? '', /^\/clubs\/[a-f0-9]{24}\/picture\?of=\d+$/)
    const read = (prefix: string, headers = {}) => server.fetch(prefix + data.picture, { headers })
    const served = await read('/app/api', people.member.headers)
    assert.equal(served.headers.get('content-type'), 'image/webp')
    assert.match(served.headers.get('cache-control') ?? '', /private/)
    const { width, height, exif } = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
    assert.deepEqual([width, height, exif], [256, 256, undefined])

    assert.equal((await read('/app/api', people.stranger.headers)).status, 404)
    assert.equal((await read('/visit')).status, 401, 'as if there were no such club')
    await send(people.owner, 'PATCH', path, { visible: 'public' })
    assert.equal((await read('/visit')).status, 200)
    assert.equal((await send(people.admin, 'DELETE', `${path}/picture`)).body.data.picture, null)
    assert.equal((await read('/app/api', people.member.headers)).status, 404)
  })

  test('that only members see are 404 to others, whatever is asked', async () => {
    const { club, people } = await staff(server, { visible: 'members' })
    const memberId = await findMemberId(server, people.member, club)
    const { id: invitationId } = await invite(server, people.owner, club)
    const key = await withKey(server, people.stranger, ['clubs:read', 'clubs:manage'])
    const requests = [
      ['GET', ''],
      ['PATCH', '', { name: 'Mine' }],
      ['GET', '/members'],
      ['GET', '/picture'],
      ['DELETE', `/members/${memberId}`],
      ['GET', '/members?state=requested'],
      ['PUT', `/members/${memberId}`],
      ['GET', '/invitations'],
      ['POST', '/invitations', {}],
      ['DELETE', `/invitations/${invitationId}`],
      ['PUT', '/membership', {}],
      ['PATCH', '/membership', { isListed: true }],
      ['DELETE', '/membership'],
    ] as const
    for (const who of [people.stranger, key])
      for (const [method, path, body] of requests.filter((one) => who !== key || one[1] !== '/picture'))
        assert.equal(await statusOf(who, method, `/clubs/${club.id}${path}`, body), 404, `${method} ${path}`)
    assert.deepEqual((await send(people.stranger, 'GET', `/clubs?handle=${club.handle}`)).body.data, [])
    assert.equal((await send(people.member, 'GET', `/clubs?handle=${club.handle}`)).body.data.length, 1)
    for (const [method, path, body] of [
      ['PATCH', `/members/${memberId}`, { role: 'admin' }],
      ['POST', '/owner', { memberId }],
    ] as const)
      assert.equal(await statusOf(people.stranger, method, `/clubs/${club.id}${path}`, body), 404)
  })

  test('let each role do what the table says, and no more', async () => {
    const { club, people } = await staff(server, { join: 'request' })
    const path = `/clubs/${club.id}`
    const memberId = await findMemberId(server, people.member, club)
    const adminId = await findMemberId(server, people.admin, club)
    const may = { owner: 200, admin: 200, reviewer: 403, member: 403, stranger: 403 }
    const table = [
      ['PATCH', path, { name: 'Changed' }, may],
      ['GET', `${path}/members?state=requested`, undefined, may],
      ['GET', `${path}/members?state=removed`, undefined, may],
      ['GET', `${path}/invitations`, undefined, may],
      ['POST', `${path}/invitations`, {}, { ...may, owner: 201, admin: 201 }],
      ['PATCH', `${path}/members/${memberId}`, { role: 'reviewer' }, { ...may, owner: 204, admin: 204 }],
      ['PATCH', `${path}/members/${memberId}`, { role: 'admin' }, { ...may, owner: 204, admin: 403 }],
      ['PATCH', `${path}/members/${adminId}`, { role: 'member' }, { ...may, owner: 204, admin: 403 }],
      [
        'GET',
        `${path}/members`,
        undefined,
        { owner: 200, admin: 200, reviewer: 200, member: 200, stranger: 200 },
      ],
    ] as const
    for (const [method, target, body, expected] of table)
      for (const role of ['stranger', 'member', 'reviewer', 'admin', 'owner'] as const) {
        const { status, body: answer } = await send(people[role], method, target, body)
        assert.equal(status, expected[role], `${role}: ${method} ${target} ${JSON.stringify(body)}`)
        if (status === 403) assert.equal(answer.error, 'insufficient_role')
        for (const [id, was] of [
          [memberId, 'member'],
          [adminId, 'admin'],
        ] as const)
          await send(people.owner, 'PATCH', `${path}/members/${id}`, { role: was })
      }
    for (const role of ['stranger', 'member', 'reviewer', 'admin'] as const)
      assert.equal(await statusOf(people[role], 'POST', `${path}/owner`, { memberId }), 403)
    assert.equal(await statusOf(people.admin, 'DELETE', `${path}/members/${adminId}`), 403)
    assert.equal(await statusOf(people.reviewer, 'DELETE', `${path}/members/${memberId}`), 403)
    assert.equal(await statusOf(people.admin, 'DELETE', `${path}/members/${memberId}`), 204)
  })

  test('give a credential what its scopes say, and roles to none', async () => {
    const { club, people } = await staff(server)
    const path = `/clubs/${club.id}`
    const memberId = await findMemberId(server, people.member, club)
    const reader = await withKey(server, people.owner, ['clubs:read'])
    const manager = await withKey(server, people.owner, ['clubs:manage'])
    const other = await withKey(server, people.owner, ['flights:read', 'flights:write', 'profile:read'])
    assert.equal(await statusOf(reader, 'GET', path), 200)
    assert.equal(await statusOf(manager, 'GET', path), 403)
    assert.equal(await statusOf(other, 'GET', path), 403)
    assert.equal(await statusOf(reader, 'PATCH', path, { name: 'x' }), 403)
    assert.equal(await statusOf(reader, 'GET', `${path}/invitations`), 403)
    assert.equal(await statusOf(manager, 'PATCH', path, { name: 'By an application' }), 200)
    assert.equal(await statusOf(manager, 'PATCH', `${path}/members/${memberId}`, { role: 'admin' }), 405)
    assert.equal(await statusOf(manager, 'POST', `${path}/owner`, { memberId }), 404)
    const flights = await server.fetch('/api/v1/flights', { headers: manager.headers })
    assert.equal(flights.status, 403, 'clubs:manage reads no flight')
  })

  test('show members by the name that each has chosen, and to outsiders those who are listed', async () => {
    const { club, people } = await staff(server)
    const { sql } = server.services.db
    const { id } = people.member.user
    await sql`update users set name = 'Mara van Dyk' where id = ${id}`
    await sql`
      insert into sharing_settings (user_id, default_visibility, handle, zone_key, updated_at)
      values (${id}, 'private', 'mara', ${new Uint8Array(32)}, 0)`
    const path = `/clubs/${club.id}`
    const nameOf = async (who: Clubber) => {
      const { data } = (await send(who, 'GET', `${path}/members`)).body
      return data.find((member: { role: string }) => member.role === 'member')?.name
    }
    assert.equal(await nameOf(people.stranger), 'Mara D.')
    for (const [displayName, name] of [
      ['full', 'Mara van Dyk'],
      ['handle', 'mara'],
    ] as const) {
      assert.equal(await statusOf(people.member, 'PATCH', `${path}/membership`, { displayName }), 200)
      assert.equal(await nameOf(people.reviewer), name)
    }
    await sql`update sharing_settings set handle = null where user_id = ${id}`
    assert.equal(await nameOf(people.owner), null, 'never more than was chosen')
    await send(people.member, 'PATCH', `${path}/membership`, { displayName: 'initial', isListed: false })
    assert.equal(await nameOf(people.owner), 'Mara D.')
    assert.equal(await nameOf(people.stranger), undefined)
    const { data, pagination } = (await send(people.owner, 'GET', `${path}/members?limit=2`)).body
    assert.deepEqual(
      data.map(({ role, isYou }: { role: string; isYou: boolean }) => [role, isYou]),
      [
        ['owner', true],
        ['admin', false],
      ],
    )
    const rest = (await send(people.owner, 'GET', `${path}/members?after=${pagination.next}`)).body
    assert.deepEqual([rest.data.length, rest.pagination], [2, { next: null, limit: 50 }])
  })

  test('that become public do not list those who joined before', async () => {
    const { club, people } = await staff(server, { visible: 'members' })
    const path = `/clubs/${club.id}`
    assert.equal(await statusOf(people.owner, 'PATCH', path, { visible: 'public' }), 200)
    assert.deepEqual((await send(people.stranger, 'GET', `${path}/members`)).body.data, [])
    await send(people.member, 'PATCH', `${path}/membership`, { isListed: true })
    assert.equal((await send(people.stranger, 'GET', `${path}/members`)).body.data.length, 1)
  })

  test('an account creates five within a day', async () => {
    const ada = await createSignedInUser(server)
    for (let count = 0; count < 5; count++) await foundClub(server, ada)
    const settings = { name: 'Sixth', handle: 'sixth-club', country: 'CH', join: 'open', visible: 'public' }
    const { status, body } = await send(ada, 'POST', '/clubs', settings)
    assert.equal(status, 409)
    assert.match(body.error_description, /5 clubs within a day/)
  })
})
