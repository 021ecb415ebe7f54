import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { RankingRow } from '#contract/clubs/api.ts'
import type { PublicFlight } from '#dashboard/sharing.ts'
import { createPilot } from '#test/support/flights.ts'
import { signIn } from '#test/support/people.ts'
import { addEntrant, addRanking, ask, fly, foundLeague, listRows } from '#test/support/rankings/league.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

const visit = async (server: TestServer, path: string) => (await server.fetch(`/visit${path}`)).json()

suite('a ranking is made of flights', () => {
  test('every public flight that counts has its address, in a row and among the newest; no other has', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { choice: { best: 2 } })
    const anna = await addEntrant(server, league, 'Anna Alpha')
    const long = await fly(server, anna, 1, { km: 9 })
    const late = await fly(server, anna, 2, { km: 6, date: '2026-06-02' })
    const surpassed = await fly(server, anna, 3, { km: 4 })
    const hidden = await fly(server, anna, 4, { km: 12, visibility: 'private' })

    const { data } = await listRows(server, anna, id)
    const { best, sum } = data[0]!
    assert.deepEqual(
      best.map(({ flightId }) => flightId),
      [long, late],
    )
    assert.equal(sum, Number(best.reduce((points, { value }) => points + value, 0).toFixed(2)))
    const newest = (await visit(server, `/rankings/${id}/newest`)).data
    assert.deepEqual(
      newest.map(({ flightId, name }: { flightId: string; name: string }) => [flightId, name]),
      [
        [late, 'Anna Alpha'],
        [long, 'Anna Alpha'],
      ],
    )

    const ids = [long, late, surpassed, hidden].join(',')
    const { data: shown } = (await visit(server, `/public-flights?ids=${ids}`)) as { data: PublicFlight[] }
    assert.deepEqual(
      new Set(shown.map((flight) => flight.id)),
      new Set([long, late, surpassed]),
      'a private one is not shown, to its pilot neither',
    )
    const { shape, distanceKm, type, date } = shown.find((flight) => flight.id === long)!
    assert.ok(shape.length > 4 && distanceKm > 0)
    assert.deepEqual([type, date], ['Closed FAI Triangle', '2026-05-17'])
    const { cookie } = await signIn(server, anna.user)
    const own = await server.fetch(`/app/api/public-flights?ids=${ids}`, { headers: { cookie } })
    assert.deepEqual(((await own.json()) as { data: unknown }).data, shown)
    assert.equal((await server.fetch('/visit/public-flights?ids=x')).status, 400)
  })

  test('what zones hide of a flight is not shown, and a flight that they hide is not', async (context) => {
    const server = await startServer(context)
    const anna = await createPilot(server, 'Anna Alpha')
    const flight = await fly(server, anna, 1, { km: 9 })
    const read = async () =>
      ((await visit(server, `/public-flights?ids=${flight}`)) as { data: PublicFlight[] }).data
    const [whole] = await read()
    const hide = async (radiusM: number) => {
      const { cookie } = await signIn(server, anna.user)
      const [latitude, longitude] = whole!.shape as [number, number]
      const answer = await server.fetch('/app/api/sharing/zones', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', origin: server.services.config.baseUrl },
        body: JSON.stringify({ name: 'Home', latitude, longitude, radiusM }),
      })
      assert.ok(answer.ok, await answer.text())
    }
    await hide(500)
    const [cut] = await read()
    assert.equal(cut!.takeoff, null)
    assert.notDeepEqual(cut!.shape.slice(0, 2), whole!.shape.slice(0, 2))
    assert.ok(cut!.durationSeconds < whole!.durationSeconds)
  })

  test('a row names club, profile and picture only where its pilot shows them under that name', async (context) => {
    const server = await startServer(context)
    const { sql } = server.services.db
    const league = await foundLeague(server)
    const hiddenClub = await foundLeague(server, { visible: 'members' })
    // Of the operator, where clubs differ.
    await sql`update seasons set club_id = null where id = ${league.season.id}`
    const names = ['Anna Alpha', 'Ben Beta', 'Cleo Gamma', 'Dora Delta', 'Emil Epsilon']
    for (const [seed, name] of names.entries()) {
      const pilot = await createPilot(server, name)
      const clubId = name.startsWith('Dora') ? hiddenClub.clubId : league.clubId
      const isListed = !name.startsWith('Cleo')
      if (name.startsWith('Dora')) await sql`update clubs set visible_to = 'public' where id = ${clubId}`
      assert.ok((await ask(server, pilot, 'PUT', `/clubs/${clubId}/membership`, { isListed })).status < 300)
      if (name.startsWith('Dora')) await sql`update clubs set visible_to = 'members' where id = ${clubId}`
      const entry = {
        displayName: name.startsWith('Ben') ? 'initial' : 'full',
        ...(name.startsWith('Emil') && { band: 'under-16' }),
        clubId,
      }
      assert.equal((await ask(server, pilot, 'PUT', `/seasons/${league.season.id}/entry`, entry)).status, 200)
      await sql`update users set public_profile = ${true}, image = '/images/a.webp' where id = ${pilot.user.id}`
      await sql`insert into sharing_settings (user_id, handle, default_visibility, zone_key, updated_at)
        values (${pilot.user.id}, ${`pilot-${seed}`}, 'private', ${Buffer.alloc(32)}, 0)
        on conflict (user_id) do update set handle = excluded.handle`
      await fly(server, pilot, seed + 1, { km: 5 + seed })
    }
    await sql`update users set email_verified = ${true}`
    const id = await (async () => {
      await sql`update seasons set club_id = ${league.clubId} where id = ${league.season.id}`
      const made = await addRanking(server, league)
      await sql`update seasons set club_id = null where id = ${league.season.id}`
      return made
    })()
    const { data } = await visit(server, `/rankings/${id}/rows`)
    const base = server.services.config.baseUrl
    const told = Object.fromEntries(
      (data as RankingRow[]).map(({ name, club, profile, image }) => [
        name,
        [club?.id ?? null, profile, image],
      ]),
    )
    const picture = `${base}/images/a.webp`
    assert.deepEqual(told, {
      'Anna Alpha': [league.clubId, `${base}/p/pilot-0`, picture],
      'Ben B.': [league.clubId, null, null],
      'Cleo Gamma': [null, `${base}/p/pilot-2`, picture],
      'Dora Delta': [null, `${base}/p/pilot-3`, picture],
      'E. E.': [league.clubId, null, null],
    })
  })
})
