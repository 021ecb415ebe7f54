// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  ask,
  type Clubber,
  enrol,
  findMemberId,
  foundClub,
  invite,
  staff,
} from '#test/support/access/clubs.ts'
import { unlimited } from '#test/support/flights.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { terms } from '#test/support/rankings/league.ts'
import { startServer } from '#test/support/server.ts'
import { enterSeason } from '#server/rankings/participation.ts'
import { withRankable } from '#server/work.ts'

suite('who was removed from a club', async () => {
  const mail = await startMailServer({ after })
  const server = await startServer(
    { after },
    { environment: { ...unlimited, SMTP_URL: mail.url }, work: true },
  )
  const send = (who: Clubber, method: string, path: string, body?: unknown) =>
    ask(server, who, method, path, body)
  const accept = (who: Clubber, token: string) => send(who, 'POST', '/clubs/invitations/accept', { token })
  const inviteByEmail = async (from: Clubber, clubId: string, { user }: Clubber) => {
    await send(from, 'POST', `/clubs/${clubId}/invited-addresses`, { addresses: [user.email] })
    for (;;) {
      const [, token] = /\/app\/clubs\/join\/(\w+)/.exec((await mail.take(user.email)).text) ?? []
      if (token) return token
    }
  }

  test('stays removed, until an owner takes it back', async () => {
    const { club, people } = await staff(server)
    const { owner, admin, member } = people
    const path = `/clubs/${club.id}`
    const links = [await invite(server, owner, club), await invite(server, admin, club)]
    const emailed = await inviteByEmail(owner, club.id, member)
    assert.equal(
      (await send(admin, 'DELETE', `${path}/members/${await findMemberId(server, member, club)}`)).status,
      204,
    )
    const tokens = [...links, await invite(server, owner, club)].map(({ token }) => token)
    const refusals = [
      await send(member, 'PUT', `${path}/membership`, {}),
      ...(await Promise.all([...tokens, emailed].map((token) => accept(member, token)))),
    ]
    for (const { status, body } of refusals) {
      assert.equal(status, 409)
      assert.match(body.error_description, /removed from this club/)
    }
    const [removal] = (await send(admin, 'GET', `${path}/members?state=removed`)).body.data
    assert.equal(removal.name, 'Ada m.')
    assert.equal((await send(admin, 'DELETE', `${path}/members/${removal.id}`)).status, 403)
    assert.equal((await send(owner, 'DELETE', `${path}/members/${removal.id}`)).status, 204)
    assert.equal((await send(member, 'PUT', `${path}/membership`, {})).status, 200)
  })

  test('is let in again by the email of an owner, not by that of an admin', async () => {
    for (const [role, status] of [
      ['admin', 409],
      ['owner', 200],
    ] as const) {
      const { club, people } = await staff(server, { join: 'invitation' })
      const memberId = await findMemberId(server, people.member, club)
      await send(people.owner, 'DELETE', `/clubs/${club.id}/members/${memberId}`)
      server.advance(1)
      const token = await inviteByEmail(people[role], club.id, people.member)
      assert.equal((await accept(people.member, token)).status, status, role)
    }
  })

  test('let others in before: the links end with the role, and open none to their maker', async () => {
    for (const isRemoved of [true, false]) {
      const { club, people } = await staff(server, { join: 'invitation', visible: 'members' })
      const { token } = await invite(server, people.admin, club)
      const target = `/clubs/${club.id}/members/${await findMemberId(server, people.admin, club)}`
      if (isRemoved) await send(people.owner, 'DELETE', target)
      else await send(people.owner, 'PATCH', target, { role: 'member' })
      for (const who of [people.admin, people.stranger]) assert.equal((await accept(who, token)).status, 404)
      const { data } = (await send(people.owner, 'GET', `/clubs/${club.id}/invitations`)).body
      assert.ok(
        data.every(({ maxUses }: { maxUses: number }) => maxUses === 1),
        'and are in no list',
      )
    }
  })

  test('is in none of its open seasons any more, as after leaving', async () => {
    const owner = await createSignedInUser(server)
    const pilots = [await createSignedInUser(server), await createSignedInUser(server)] as const
    const club = await foundClub(server, owner, { visible: 'members' })
    const { body } = await send(owner, 'POST', '/seasons', { clubId: club.id, name: 'Season', terms })
    const countEntries = async () =>
      (await server.services.db.sql`select id from ranking_entries where season_id = ${body.data.id}`).length
    const [removed, leaving] = pilots
    for (const pilot of pilots) {
      await enrol(server, owner, club, pilot)
      const entry = { displayName: 'full' }
      assert.equal((await send(pilot, 'PUT', `/seasons/${body.data.id}/entry`, entry)).status, 200)
    }
    assert.equal(await countEntries(), 2)
    await send(owner, 'DELETE', `/clubs/${club.id}/members/${await findMemberId(server, removed, club)}`)
    assert.equal(await countEntries(), 1)
    assert.equal((await send(leaving, 'DELETE', `/clubs/${club.id}/membership`)).status, 204)
    assert.equal(await countEntries(), 0)
    const late = enterSeason(
      withRankable(server.services),
      leaving.user.id,
      { season: body.data },
      { displayName: 'full' },
    )
    await assert.rejects(late, /Only members of the club/, 'not even when the leaving came in between')
  })

  test('stays in its closed seasons by name, unless the pilot who leaves withdraws it', async () => {
    const owner = await createSignedInUser(server)
    const club = await foundClub(server, owner)
    const season = (await send(owner, 'POST', '/seasons', { clubId: club.id, name: 'Season', terms })).body
      .data
    const pilots = [await createSignedInUser(server), await createSignedInUser(server)]
    for (const pilot of pilots) {
      await enrol(server, owner, club, pilot)
      await send(pilot, 'PUT', `/seasons/${season.id}/entry`, { displayName: 'full' })
    }
    assert.equal((await send(owner, 'POST', `/seasons/${season.id}/close`)).status, 200)
    for (const [at, query] of ['', '?withdrawn=true'].entries()) {
      await send(pilots[at]!, 'DELETE', `/clubs/${club.id}/membership${query}`)
      const left = (await send(pilots[at]!, 'GET', `/seasons/${season.id}`)).body.data.entry
      assert.equal(left === null, query !== '')
    }
  })

  test('a request ends when its club is no longer there for the pilot, and is in the pilot’s own list before', async () => {
    const { club, people } = await staff(server, { join: 'request' })
    const path = `/clubs/${club.id}`
    await send(people.stranger, 'PUT', `${path}/membership`, {})
    const own = async () => (await send(people.stranger, 'GET', '/clubs?mine=true')).body.data.length
    assert.equal(await own(), 1)
    assert.equal((await send(people.owner, 'PATCH', path, { visible: 'members' })).status, 200)
    assert.equal(await own(), 0)
    assert.deepEqual((await send(people.owner, 'GET', `${path}/members?state=requested`)).body.data, [])
  })
})
