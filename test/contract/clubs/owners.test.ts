// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Club } from '#contract/clubs/clubs.ts'
import { ask, type Clubber, findMemberId, staff } from '#test/support/access/clubs.ts'
import { unlimited } from '#test/support/flights.ts'
import { readLink, type ReceivedMail, startMailServer } from '#test/support/mail-server.ts'
import { createVisitor } from '#test/support/visitor.ts'
import { startServer } from '#test/support/server.ts'

const OWNERS_CHANGED = 'The owners of your club have changed'

suite('a change of the owners of a club', async () => {
  const mail = await startMailServer({ after })
  const environment = { ...unlimited, SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' }
  const server = await startServer({ after }, { environment, work: true })
  const send = (who: Clubber, method: string, path: string, body?: unknown) =>
    ask(server, who, method, path, body)
  const roleOf = async (who: Clubber, club: Club) =>
    (await send(who, 'GET', `/clubs/${club.id}`)).body.data.membership?.role
  const memberPath = async (who: Clubber, club: Club) =>
    `/clubs/${club.id}/members/${await findMemberId(server, who, club)}`
  /** Joining is told by email, too. */
  const takeLetter = async ({ user }: Clubber): Promise<ReceivedMail> => {
    const letter = await mail.take(user.email)
    return letter.subject === OWNERS_CHANGED ? letter : takeLetter({ user, headers: {} })
  }
  const undo = async (letter: ReceivedMail) => {
    const visitor = createVisitor(server)
    await visitor.open(readLink(letter))
    assert.match((await visitor.submit('/undo-sharing', {})).text, /It is undone/)
  }

  test('is told to both when the club is handed over, and undone by the one before', async () => {
    const { club, people } = await staff(server)
    const { owner, member } = people
    const memberId = await findMemberId(server, member, club)
    await send(owner, 'POST', `/clubs/${club.id}/owner`, { memberId })
    const letter = await takeLetter(owner)
    assert.match(letter.text, /Handed over to a new owner: Ada m\. \(Club \d+\)\. If this was agreed/)
    assert.doesNotMatch((await takeLetter(member)).text, /undo/)
    server.advance(1)
    assert.equal(
      (await send(member, 'DELETE', await memberPath(owner, club))).status,
      204,
      'as a thief would',
    )
    server.advance(1)
    await undo(letter)
    assert.deepEqual([await roleOf(owner, club), await roleOf(member, club)], ['owner', 'member'])
    server.advance(1)
    await send(owner, 'PATCH', await memberPath(member, club), { role: 'owner' })
    await undo(letter)
    assert.equal(await roleOf(member, club), 'owner', 'a second time it changes nothing')
  })

  test('is undone by an owner who was removed, once, and never by one of a few days', async () => {
    const { club, people } = await staff(server)
    const { owner, admin } = people
    await send(owner, 'PATCH', await memberPath(admin, club), { role: 'owner' })
    for (const who of [owner, admin]) assert.match((await takeLetter(who)).text, /New owner: Ada a\./)
    server.advance(1)
    await send(owner, 'DELETE', await memberPath(admin, club))
    assert.doesNotMatch((await takeLetter(admin)).text, /undo/, 'an owner for a moment')
    await undo(await takeLetter(owner))
    assert.equal(await roleOf(admin, club), 'owner', 'but the settled one may')

    const { sql } = server.services.db
    await sql`update club_members set owner_changed_at = 1 where club_id = ${club.id}`
    for (const isFirst of [true, false]) {
      server.advance(1)
      await send(owner, 'DELETE', await memberPath(admin, club))
      const letter = await takeLetter(admin)
      server.advance(1)
      if (isFirst) await undo(letter)
      else assert.doesNotMatch(letter.text, /undo/)
      assert.equal(await roleOf(admin, club), isFirst ? 'owner' : undefined)
    }
  })

  test('is undone by the owner in whose name the club was left', async () => {
    const { club, people } = await staff(server)
    const { owner, admin } = people
    await send(owner, 'PATCH', await memberPath(admin, club), { role: 'owner' })
    await takeLetter(owner)
    assert.equal((await send(owner, 'DELETE', `/clubs/${club.id}/membership`)).status, 204)
    await undo(await takeLetter(owner))
    assert.equal(await roleOf(owner, club), 'owner')
  })

  test('to and fro sends 20 emails a day', async () => {
    const { club, people } = await staff(server)
    for (let turn = 0; turn < 24; turn++)
      await send(people.owner, 'PATCH', await memberPath(people.admin, club), {
        role: turn % 2 === 0 ? 'owner' : 'admin',
      })
    const { sql } = server.services.db
    const [row] = await sql<{ told: number }>`
      select count(*) as told from security_events where kind = 'club_owners_changed' and user_id = ${people.admin.user.id}`
    assert.equal(row?.told, 20)
  })
})
