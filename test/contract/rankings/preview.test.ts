// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { RankingPreview } from '#dashboard/sharing.ts'
import { createSignedInUser, signIn } from '#test/support/people.ts'
import { addEntrant, addRanking, fly, foundLeague, listRows, settle } from '#test/support/rankings/league.ts'
import { shareServer } from '#test/support/server.ts'

const rule = {
  audience: 'public',
  measure: { kind: 'points', league: 'xcontest', decimals: 2 },
  choice: { best: 2 },
  group: { by: 'pilot' },
}

suite('the preview of a rule', async () => {
  const server = await shareServer()
  const league = await foundLeague(server)
  const owner = { headers: { cookie: (await signIn(server, league.owner.user)).cookie } }
  const preview = async (who: { headers: object }, asked: object, season = league.season.id) => {
    const response = await server.fetch(`/app/api/seasons/${season}/preview`, {
      method: 'POST',
      headers: { ...who.headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ rule: asked }),
    })
    const { data, ...refusal } = (await response.json()) as {
      data: RankingPreview
      error_description: string
    }
    return { status: response.status, data, sentence: refusal.error_description }
  }

  test('is what a ranking with this rule gives, by public flights alone, and is kept nowhere', async () => {
    const anna = await addEntrant(server, league, 'Anna Alpha')
    const bert = await addEntrant(server, league, 'Bert Beta')
    await fly(server, anna, 1, { km: 9 })
    await fly(server, bert, 2, { km: 6 })
    await fly(server, bert, 3, { km: 40, visibility: 'private' })
    await settle(server)
    const { status, data } = await preview(owner, rule)
    assert.equal(status, 200)
    assert.deepEqual(
      data.rows.map(({ place, name }) => [place, name]),
      [
        [1, 'Anna Alpha'],
        [2, 'Bert Beta'],
      ],
    )
    const id = await addRanking(server, league, { choice: { best: 2 } })
    const { data: rows } = await listRows(server, anna, id)
    assert.deepEqual(data.rows, rows)
    const ofOne = await preview(owner, { ...rule, minimum: 1_000 })
    assert.deepEqual(ofOne.data.rows, [])
    const { sql } = server.services.db
    const [stored] = await sql<{
      count: number
    }>`select count(*) as count from rankings where season_id = ${league.season.id}`
    assert.equal(stored?.count, 1)
  })

  test('is for those who manage the season, and tells mistakes as saving would', async () => {
    const stranger = await createSignedInUser(server)
    assert.equal((await preview(stranger, rule)).status, 403)
    assert.equal((await server.fetch(`/app/api/seasons/${league.season.id}/preview`)).status, 404)
    const wrong = await preview(owner, { ...rule, measure: { ...rule.measure, league: 'none' } })
    assert.equal(wrong.status, 400)
    assert.match(wrong.sentence, /must be a league that this service knows/)
    assert.equal((await preview(owner, { audience: 'public' })).status, 400)
  })

  test('of many at once is computed one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => preview(owner, rule)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  })
})
