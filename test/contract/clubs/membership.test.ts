// run: all
// on: sqlite, postgres
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  type Answer,
  ask,
  type Clubber,
  enrol,
  findMemberId,
  foundClub,
  invite,
  staff,
} from '#test/support/access/clubs.ts'
import { runAdmin } from '#test/support/admin.ts'
import { unlimited } from '#test/support/flights.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser, TEST_PASSWORD } from '#test/support/people.ts'
import { createVisitor } from '#test/support/visitor.ts'
import { startServer } from '#test/support/server.ts'

const AT_ONCE = 24
const DAY_MS = 86_400_000

suite('membership of a club', async () => {
  const mail = await startMailServer({ after })
  const environment = { ...unlimited, SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' }
  const server = await startServer({ after }, { environment })
  const send = (who: Pick<Clubber, 'headers'>, method: string, path: string, body?: unknown) =>
    ask(server, who, method, path, body)
  const sentenceOf = ({ status, body }: Answer) => [status, body?.error_description]

  test('of an open club begins at once; leaving ends it, and the next one is another', async () => {
    const [ada, bert] = [await createSignedInUser(server), await createSignedInUser(server)]
    const club = await foundClub(server, ada)
    const path = `/clubs/${club.id}/membership`
    assert.equal((await send(bert, 'PUT', path, {})).body.data.membership.role, 'member')
    assert.equal((await send(bert, 'PUT', path, {})).status, 409)
    assert.equal((await send(bert, 'DELETE', path)).status, 204)
    assert.equal((await send(bert, 'DELETE', path)).status, 409)
    assert.equal((await send(bert, 'PUT', path, { displayName: 'full' })).status, 200)
    const stays = await server.services.db.sql`
      select id from club_members where club_id = ${club.id} and user_id = ${bert.user.id}`
    assert.equal(stays.length, 1)
  })

  test('is told by email, whose link ends it again', async () => {
    const [ada, bert] = [await createSignedInUser(server), await createSignedInUser(server)]
    const club = await foundClub(server, ada)
    await send(bert, 'PUT', `/clubs/${club.id}/membership`, {})
    const letter = await mail.take(bert.user.email)
    assert.match(letter.text, new RegExp(`member of the club "${club.name}"`))
    const visitor = createVisitor(server)
    await visitor.open(readLink(letter))
    assert.match((await visitor.submit('/undo-sharing', {})).text, /It is undone/)
    assert.equal((await send(bert, 'GET', `/clubs/${club.id}`)).body.data.membership, null)
  })

  test('needs a recent proof in a session that is old', async () => {
    const [ada, bert] = [await createSignedInUser(server), await createSignedInUser(server)]
    const club = await foundClub(server, ada)
    const { token } = await invite(server, ada, club)
    await server.services.db.sql`update sessions set proved_at = 0`
    const asked = [
      [bert, 'PUT', `/clubs/${club.id}/membership`, {}],
      [bert, 'POST', '/clubs/invitations/accept', { token }],
      [ada, 'POST', `/clubs/${club.id}/invitations`, {}],
      [ada, 'PATCH', `/clubs/${club.id}`, { visible: 'public' }],
      [ada, 'PATCH', `/clubs/${club.id}`, { join: 'open' }],
      [ada, 'PUT', `/clubs/${club.id}/members/${club.id}`, undefined],
    ] as const
    for (const [who, method, path, body] of asked) {
      const answer = await send(who, method, path, body)
      assert.deepEqual([answer.status, answer.body.error], [403, 'confirmation_required'], path)
    }
    assert.equal((await send(ada, 'PATCH', `/clubs/${club.id}`, { name: 'Renamed' })).status, 200)
    await server.services.db.sql`update sessions set proved_at = null`
  })

  test('of a club that decides begins with an admin’s yes', async () => {
    const { club, people } = await staff(server, { join: 'request' })
    const path = `/clubs/${club.id}`
    const asked = (await send(people.stranger, 'PUT', `${path}/membership`, { displayName: 'full' })).body
      .data
    assert.deepEqual([asked.membership, asked.isRequested], [null, true])
    assert.equal((await send(people.stranger, 'PUT', `${path}/membership`, {})).status, 200, 'a second time')
    const { data } = (await send(people.admin, 'GET', `${path}/members?state=requested`)).body
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['Ada stranger'],
    )
    const target = `${path}/members/${data[0].id}`
    assert.equal((await send(people.reviewer, 'PUT', target)).status, 403)
    assert.equal((await send(people.admin, 'DELETE', target)).status, 204)
    assert.equal((await send(people.admin, 'PUT', target)).status, 404)
    await send(people.stranger, 'PUT', `${path}/membership`, {})
    const [again] = (await send(people.admin, 'GET', `${path}/members?state=requested`)).body.data
    assert.equal((await send(people.stranger, 'DELETE', `${path}/membership`)).status, 204, 'withdrawn')
    assert.deepEqual((await send(people.admin, 'GET', `${path}/members?state=requested`)).body.data, [])
    await send(people.stranger, 'PUT', `${path}/membership`, {})
    const [last] = (await send(people.admin, 'GET', `${path}/members?state=requested`)).body.data
    assert.notEqual(last.id, again.id)
    const decide = () => send(people.owner, 'PUT', `${path}/members/${last.id}`)
    const statuses = (await Promise.all(Array.from({ length: AT_ONCE }, decide))).map(({ status }) => status)
    assert.deepEqual(
      [
        statuses.filter((status) => status === 204).length,
        statuses.filter((status) => status === 404).length,
      ],
      [1, AT_ONCE - 1],
    )
    assert.equal((await send(people.stranger, 'GET', path)).body.data.membership.role, 'member')
  })

  test('of a club by invitation begins with a link, which ends', async () => {
    const [ada, bert, caro] = await Promise.all([1, 2, 3].map(() => createSignedInUser(server)))
    const club = await foundClub(server, ada!, { join: 'invitation', visible: 'members' })
    const made = await invite(server, ada!, club, { days: 1, maxUses: 2 })
    const accept = (who: Clubber, token = made.token) =>
      send(who, 'POST', '/clubs/invitations/accept', { token })
    const offer = await send(bert!, 'POST', '/clubs/invitations/offer', { token: made.token })
    const { endsAt: _endsAt, ...offered } = offer.body.data
    assert.deepEqual(offered, {
      name: club.name,
      handle: club.handle,
      country: 'CH',
      visible: 'members',
      members: 1,
      isMember: false,
    })
    assert.equal((await accept(bert!)).body.data.membership.role, 'member')
    assert.equal((await accept(bert!)).status, 200, 'a second time, without using it up')
    const [listed] = (await send(ada!, 'GET', `/clubs/${club.id}/invitations`)).body.data
    assert.deepEqual([listed.uses, listed.maxUses, 'url' in listed], [1, 2, false])
    assert.equal((await accept(caro!, 'x'.repeat(22))).status, 404)
    server.advance(DAY_MS)
    await server.services.db.sql`update sessions set proved_at = ${server.services.now()}`
    assert.equal((await accept(caro!)).status, 404, 'its day is over')
    const next = await invite(server, ada!, club)
    assert.equal((await send(ada!, 'DELETE', `/clubs/${club.id}/invitations/${next.id}`)).status, 204)
    assert.equal((await accept(caro!, next.token)).status, 404, 'ended by hand')
  })

  test(`${AT_ONCE} at once with a link for three: three come in, and one pilot once`, async () => {
    const ada = await createSignedInUser(server)
    const club = await foundClub(server, ada, { join: 'invitation' })
    const { token } = await invite(server, ada, club, { maxUses: 3 })
    const pilots = await Promise.all(Array.from({ length: AT_ONCE }, () => createSignedInUser(server)))
    const [first] = pilots
    const accept = (who: Clubber) => send(who, 'POST', '/clubs/invitations/accept', { token })
    const same = await Promise.all(Array.from({ length: AT_ONCE }, () => accept(first!)))
    assert.ok(same.every(({ status }) => status === 200))
    const answers = await Promise.all(pilots.slice(1).map(accept))
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 2, statuses.join(' '))
    assert.equal(statuses.filter((status) => status === 404).length, AT_ONCE - 3, statuses.join(' '))
    assert.equal((await send(ada, 'GET', `/clubs/${club.id}`)).body.data.members, 4)
  })

  test('of the last owner ends only after handing over, also when all owners leave at once', async () => {
    const { club, people } = await staff(server)
    const path = `/clubs/${club.id}`
    const leave = (who: Clubber) => send(who, 'DELETE', `${path}/membership`)
    assert.match(String(sentenceOf(await leave(people.owner))[1]), /last owner.*hand it over/)
    const adminId = await findMemberId(server, people.admin, club)
    const ownerId = await findMemberId(server, people.owner, club)
    const demote = { role: 'member' }
    assert.equal((await send(people.owner, 'PATCH', `${path}/members/${ownerId}`, demote)).status, 409)
    assert.equal(
      (await send(people.owner, 'PATCH', `${path}/members/${adminId}`, { role: 'owner' })).status,
      204,
    )
    const statuses = (await Promise.all([people.owner, people.admin].map(leave))).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [204, 409])
    const [left, stayed] = statuses[0] === 204 ? [people.owner, people.admin] : [people.admin, people.owner]
    const memberId = await findMemberId(server, people.member, club)
    const handed = await send(stayed!, 'POST', `${path}/owner`, { memberId })
    assert.equal(handed.body.data.membership.role, 'admin')
    assert.equal((await send(people.member, 'GET', path)).body.data.membership.role, 'owner')
    assert.equal((await leave(stayed!)).status, 204)
    assert.equal((await send(left!, 'GET', path)).body.data.members, 2)
  })

  test('passes to the longest-standing admin when the owner’s account is deleted, and closes without one', async () => {
    const { club, people } = await staff(server)
    const alone = await foundClub(server, people.owner)
    await enrol(server, people.owner, alone, people.member)
    const { status } = await send(people.owner, 'DELETE', '/account', { password: TEST_PASSWORD })
    assert.ok(status < 300, String(status))
    assert.equal((await send(people.admin, 'GET', `/clubs/${club.id}`)).body.data.membership.role, 'owner')
    const { data } = (await send(people.member, 'GET', `/clubs/${alone.id}`)).body
    assert.deepEqual([data.isClosed, data.members], [true, 1])
    const late = await createSignedInUser(server)
    assert.match(
      String(sentenceOf(await send(late, 'PUT', `/clubs/${alone.id}/membership`, {}))[1]),
      /takes no new members/,
    )
    const rows = await server.services.db.sql<{ userId: string | null }>`
      select user_id as "userId" from club_members where club_id = ${club.id} and state <> 'invited'`
    assert.equal(rows.length, 3)
    assert.ok(rows.every(({ userId }) => userId !== null && userId !== people.owner.user.id))
  })

  test('of a closed club begins again once the operator has made a member its owner', async () => {
    const [ada, bert, late] = await Promise.all([1, 2, 3].map(() => createSignedInUser(server)))
    const club = await foundClub(server, ada!)
    await enrol(server, ada!, club, bert!)
    const reopen = (owner: Clubber, handle = club.handle) =>
      runAdmin(server, ['club', 'reopen', '--club', handle, '--owner', owner.user.email])
    assert.match((await reopen(bert!)).error, /no club .* that is closed/)
    await send(ada!, 'DELETE', '/account', { password: TEST_PASSWORD })
    assert.match((await reopen(late!)).error, /not a member/)
    assert.equal((await send(late!, 'PUT', `/clubs/${club.id}/membership`, {})).status, 409)
    assert.deepEqual((await reopen(bert!)).output, {
      club: club.handle,
      owner: bert!.user.email,
      reopened: true,
    })
    const { data } = (await send(bert!, 'GET', `/clubs/${club.id}`)).body
    assert.deepEqual([data.isClosed, data.membership.role], [false, 'owner'])
    assert.equal((await send(late!, 'PUT', `/clubs/${club.id}/membership`, {})).status, 200)
  })
})
