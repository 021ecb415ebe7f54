// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { FlightReview } from '#contract/clubs/reviews.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { createPilot, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { signIn } from '#test/support/people.ts'
import {
  addEntrant,
  addRanking,
  ask,
  findRow,
  fly,
  foundLeague,
  type League,
  listRows,
  settle,
  show,
} from '#test/support/rankings/league.ts'
import { startServer } from '#test/support/server.ts'
import { createVisitor } from '#test/support/visitor.ts'
import { sign } from '../../../vectors/recipes/sign.ts'

/** As XCSoar writes it, with a signature that was of other fixes. */
function makeChanged(seed: number): Uint8Array {
  const text = Buffer.from(simulateFlight({ seed, taskKm: 8, date: '2026-05-17' }).bytes).toString('latin1')
  const signed = sign(text.replace(/^A.*/, 'AXCSAAA'), 'XCS')
  const changed = signed.replace(/^B.*$/m, (fix) => fix.replace(/\d$/, (digit) => String(9 - Number(digit))))
  return Buffer.from(changed, 'latin1')
}

suite('reviews of entries', async () => {
  const mail = await startMailServer({ after })
  const server = await startServer({ after }, { environment: { ...unlimited, SMTP_URL: mail.url } })

  const upload = async (pilot: Pilot, bytes: Uint8Array, visibility = 'public') => {
    const { id } = await uploadNew(server, pilot, bytes)
    if (visibility !== 'private') await show(server, pilot, id, visibility)
    await settle(server)
    return id
  }
  const listReviews = async ({ owner, season }: League, query = '', reader = owner) => {
    const answer = await ask(server, reader, 'GET', `/seasons/${season.id}/reviews${query}`)
    return { status: answer.status, data: (answer.body?.data ?? []) as FlightReview[], body: answer.body }
  }
  const decide = (by: Pilot, league: League, entry: string, state: string, reason = 'It was looked at.') =>
    ask(server, by, 'POST', `/seasons/${league.season.id}/decisions`, { flightIds: [entry], state, reason })

  test('a signature that does not match waits, the pilot is told and answers, a reviewer decides and another reverses it', async () => {
    const league = await foundLeague(server)
    const ranking = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    // In either order: they are sent at once.
    const mails = [await mail.take(anna.user.email), await mail.take(anna.user.email)]
    assert.ok(mails.every(({ subject }) => subject === 'Others see more of you'))
    assert.ok(mails.some(({ text }) => text.includes('You have entered the season "Season"')))
    await server.services.db.sql`update users set language = 'de' where id = ${anna.user.id}`
    const flight = await upload(anna, makeChanged(11))
    assert.equal((await listRows(server, anna, ranking)).pagination.totalCount, 0)
    assert.equal((await findRow(server, anna, ranking)).flights[0]!.reason, 'in-review')
    const told = await mail.take(anna.user.email)
    assert.equal(told.subject, 'Deine Flüge in einer Rangliste')
    assert.match(
      told.text,
      /Flügen in „Season“:\n\n2026-05-17: zurückgestellt, bis .*Die Signatur der Datei passt nicht/s,
    )

    const { data } = await listReviews(league)
    assert.equal(data.length, 1)
    const [{ flightId: id, steps, ...review }] = data as [FlightReview]
    assert.equal(id, flight)
    assert.equal(review.pilot.name, 'Anna A')
    assert.equal(review.state, 'review')
    assert.deepEqual(
      steps.map(({ by, state, findings }) => [by, state, findings]),
      [['service', 'review', ['invalid-signature']]],
    )

    const answered = await ask(server, anna, 'POST', `/seasons/${league.season.id}/reviews/${id}/answers`, {
      text: 'My phone cut it.',
    })
    assert.equal(answered.status, 204, answered.text)
    assert.equal((await decide(league.owner, league, id, 'rejected')).status, 204)
    assert.match((await mail.take(anna.user.email)).text, /nicht gewertet.*It was looked at\./s)
    assert.equal((await findRow(server, anna, ranking)).flights[0]!.reason, 'rejected')
    assert.equal((await listReviews(league)).data.length, 0)
    assert.equal((await listReviews(league, '?state=rejected')).data[0]!.flightId, id)
    await decide(league.owner, league, id, 'accepted')
    assert.equal((await findRow(server, anna, ranking)).flights[0]!.reason, 'counts')
    const own = await ask(server, anna, 'GET', `/seasons/${league.season.id}/reviews/${id}`)
    assert.deepEqual(
      (own.body.data as FlightReview).steps.map(({ by, state }) => [by, state]),
      [
        ['service', 'review'],
        ['pilot', 'answer'],
        ['reviewer', 'rejected'],
        ['reviewer', 'accepted'],
      ],
    )
    // Another change of the flight finds nothing that was not decided.
    await ask(server, anna, 'PATCH', `/flights/${flight}`, { notes: 'Fine day.' })
    await settle(server)
    assert.equal((await findRow(server, anna, ranking)).flights[0]!.reason, 'counts')
    const { text } = await ask(server, anna, 'GET', `/rankings/${ranking}/proof`)
    assert.ok(!text.includes('My phone'), 'answers are for reviewers alone')
  })

  test('the same track by two pilots sets both aside, and a private one changes nothing public', async () => {
    const league = await foundLeague(server)
    const ranking = await addRanking(server, league)
    await addRanking(server, league, { audience: 'members' })
    const [anna, ben] = [
      await addEntrant(server, league, 'Anna A'),
      await addEntrant(server, league, 'Ben B'),
    ]
    const bytes = makeFlight(21, { date: '2026-05-17' })
    await upload(anna, bytes)
    const secret = await upload(ben, bytes, 'private')
    assert.equal((await findRow(server, anna, ranking)).flights[0]!.reason, 'counts')
    assert.deepEqual((await listReviews(league)).data, [])
    await show(server, ben, secret, 'public')
    await settle(server)
    assert.equal((await findRow(server, anna, ranking)).flights[0]!.reason, 'in-review')
    assert.equal((await listReviews(league)).data.length, 2)
    const [first, second] = [
      await listReviews(league, '?limit=1'),
      await listReviews(
        league,
        `?limit=1&after=${(await listReviews(league, '?limit=1')).body.pagination.next}`,
      ),
    ]
    assert.notEqual(first.data[0]!.flightId, second.data[0]!.flightId)
    assert.equal(second.body.pagination.next, null)
  })

  test('entering needs a recent proof in an old session, and the link of its email leaves again', async () => {
    const league = await foundLeague(server)
    const anna = await createPilot(server, 'Anna A')
    await ask(server, anna, 'PUT', `/clubs/${league.clubId}/membership`, {})
    await mail.take(anna.user.email)
    const session = { headers: await signIn(server, anna.user) }
    const enter = async () => {
      const answer = await server.fetch(`/app/api/seasons/${league.season.id}/entry`, {
        method: 'PUT',
        headers: { ...session.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ displayName: 'full' }),
      })
      return answer.status
    }
    await server.services.db.sql`update sessions set proved_at = 0 where user_id = ${anna.user.id}`
    assert.equal(await enter(), 403)
    await server.services.db.sql`update sessions set proved_at = null where user_id = ${anna.user.id}`
    assert.equal(await enter(), 200)
    const visitor = createVisitor(server)
    await visitor.open(readLink(await mail.take(anna.user.email)))
    assert.match((await visitor.submit('/undo-sharing', {})).text, /It is undone/)
    const { body } = await ask(server, anna, 'GET', `/seasons/${league.season.id}`)
    assert.equal(body.data.entry, null)
  })

  test('only findings that the season asks for set a flight aside', async () => {
    const league = await foundLeague(server, {}, { review: [] })
    const ranking = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    await upload(anna, makeChanged(31))
    assert.equal((await findRow(server, anna, ranking)).flights[0]!.reason, 'counts')
    const strict = await foundLeague(server, {}, { review: ['unchecked-signature'] })
    const unchecked = await addRanking(server, strict)
    const ben = await addEntrant(server, strict, 'Ben B')
    const text = Buffer.from(makeFlight(32, { date: '2026-05-17' })).toString('latin1')
    await upload(ben, Buffer.from(`${text.replace(/^A.*/, 'AXCTAAA')}G0123456789\r\n`, 'latin1'))
    assert.equal((await findRow(server, ben, unchecked)).flights[0]!.reason, 'in-review')
  })

  test('reviews are for reviewers, own flights for others, answers for pilots who were asked', async () => {
    const league = await foundLeague(server)
    const ranking = await addRanking(server, league)
    const [anna, ben] = [
      await addEntrant(server, league, 'Anna A'),
      await addEntrant(server, league, 'Ben B'),
    ]
    const stranger = await createPilot(server)
    await fly(server, anna, 41)
    await settle(server)
    const { flightId: entry } = (await findRow(server, anna, ranking)).flights[0]! as { flightId: string }
    assert.equal((await listReviews(league, '', anna)).status, 403)
    assert.equal((await ask(server, ben, 'GET', `/seasons/${league.season.id}/reviews/${entry}`)).status, 404)
    assert.equal(
      (await ask(server, stranger, 'GET', `/seasons/${league.season.id}/reviews/${entry}`)).status,
      404,
    )
    const speak = (pilot: Pilot) =>
      ask(server, pilot, 'POST', `/seasons/${league.season.id}/reviews/${entry}/answers`, { text: 'Yes.' })
    assert.equal((await speak(anna)).status, 409)
    assert.equal((await speak(ben)).status, 404)
    await server.services.db.sql`update club_members set role = 'reviewer' where user_id = ${anna.user.id}`
    assert.equal((await decide(anna, league, entry, 'accepted')).status, 403, 'another reviewer decides')
    assert.equal((await decide(league.owner, league, entry, 'review', 'Which glider was it?')).status, 204)
    assert.equal((await speak(anna)).status, 204)
  })

  test('a flight that becomes private is no longer shown to reviewers', async () => {
    const league = await foundLeague(server)
    await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const flight = await upload(anna, makeChanged(51))
    assert.equal((await listReviews(league)).data[0]!.flightId, flight)
    await show(server, anna, flight, 'private')
    assert.equal((await listReviews(league)).data.length, 0)
    const path = `/seasons/${league.season.id}/reviews/${flight}`
    assert.equal((await ask(server, league.owner, 'GET', path)).status, 404)
  })

  test('several are decided about at once, all or none', async () => {
    const league = await foundLeague(server)
    const ranking = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const flights = [await fly(server, anna, 61), await fly(server, anna, 62)]
    const path = `/seasons/${league.season.id}/decisions`
    const decision = { state: 'rejected', reason: 'Both.' }
    const other = { flightIds: [...flights, '0'.repeat(24)], ...decision }
    assert.equal((await ask(server, league.owner, 'POST', path, other)).status, 404)
    assert.equal((await listRows(server, anna, ranking)).pagination.totalCount, 1)
    assert.equal(
      (await ask(server, league.owner, 'POST', path, { flightIds: flights, ...decision })).status,
      204,
    )
    assert.equal((await listRows(server, anna, ranking)).pagination.totalCount, 0)
  })
})
