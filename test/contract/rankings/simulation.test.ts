// daily: sqlite, postgres
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { findFalsehood } from '#rankings/proof.ts'
import { decide, leaveSeason } from '#server/rankings/participation.ts'
import { prove } from '#server/rankings/proofs.ts'
import { countDifferences } from '#server/rankings/rerank.ts'
import { listRows } from '#server/rankings/results-store.ts'
import { closeSeason, putRanking } from '#server/rankings/season.ts'
import { findSeason, listRankings } from '#server/rankings/store.ts'
import { createUser } from '#test/support/people.ts'
import { createRandom } from '#test/support/rankings/entries.ts'
import {
  joinMain,
  listRules,
  makeSourceFlight,
  simulate,
  type Simulation,
} from '#test/support/rankings/simulation.ts'
import { startServer } from '#test/support/server.ts'

const PILOTS = 8
const STEPS = 60

/** Stored, rebuilt and verified are one. */
async function compare({ services, seasonId }: Simulation, step: string): Promise<void> {
  const { sql } = services.db
  const season = (await findSeason(sql, seasonId))!
  for (const ranking of await listRankings(sql, seasonId)) {
    assert.equal(await countDifferences(sql, season, ranking), 0, `${step}: ${ranking.name}`)
    const sealed = await prove(sql, season, ranking)
    assert.equal(await findFalsehood(sealed), undefined, `${step}: ${ranking.name}`)
    const stored = (await listRows(sql, ranking.id)).map(({ key, sum }) => `${key} ${sum}`).sort()
    assert.deepEqual(
      sealed.proof.result.rows.map(({ key, sum }) => `${key} ${sum}`).sort(),
      stored,
      ranking.name,
    )
  }
}

suite('a season is simulated', () => {
  test('after each step the rows are those of a rebuild and of the verifier', async (context) => {
    const server = await startServer(context)
    const owner = await createUser(server)
    const simulation = await simulate(server.services, PILOTS, owner.id)
    const { services, pilots, flights, touch, settle } = simulation
    const { sql } = services.db
    const random = createRandom(46)
    const now = () => server.services.now()
    const own = (userId: string) => flights.get(userId) ?? []
    const steps: Record<string, (userId: string) => Promise<void>> = {
      async upload(userId) {
        const number = await touch(userId)
        flights.set(userId, [...own(userId), makeSourceFlight(random, now(), number)])
      },
      async correct(userId) {
        const number = await touch(userId)
        const [first, ...rest] = own(userId)
        if (first)
          flights.set(userId, [
            ...rest,
            { ...first, changeNumber: number, isPublic: !first.isPublic, class: 'A' },
          ])
      },
      async delete(userId) {
        await touch(userId)
        flights.set(userId, own(userId).slice(1))
      },
      async late(userId) {
        const number = await touch(userId)
        const late = { ...makeSourceFlight(random, now(), number), date: '2026-01-02' }
        flights.set(userId, [...own(userId), late])
      },
      async review(userId) {
        const [entry] = await sql<{ id: string }>`
          select e.id from season_entries e join season_pilots p on p.id = e.pilot_id
          where p.user_id = ${userId} order by e.id limit 1`
        const state = random.pick(['review', 'rejected', 'accepted'] as const)
        if (entry) await decide(services, owner.id, entry.id, { state, reason: 'Because.' })
      },
      async changeClub(userId) {
        const clubs = await sql<{ id: string }>`select id from clubs order by id`
        await joinMain(
          services,
          userId,
          random.pick(clubs).id,
          Date.parse('2026-07-01T00:00:00.000Z') + random.below(100),
        )
      },
      async changeRule() {
        const season = (await findSeason(sql, simulation.seasonId))!
        const ranking = random.pick(await listRankings(sql, season.id))
        await putRanking(services, season, { name: ranking.name, rule: random.pick(listRules()) }, ranking.id)
      },
    }
    const kinds = [
      'upload',
      'upload',
      'upload',
      'upload',
      'correct',
      'delete',
      'late',
      'review',
      'changeClub',
      'changeRule',
    ]
    for (let step = 0; step < STEPS; step++) {
      const kind = random.pick(kinds)
      await steps[kind]!(random.pick(pilots))
      await settle()
      await compare(simulation, `${step} ${kind}`)
    }
    const counted = [...flights.values()].flat().length
    assert.ok(counted > 20, `${counted} flights`)
    await leaveSeason(services, pilots[0]!, simulation.seasonId)
    await compare(simulation, 'left')
    await closeSeason(services, (await findSeason(sql, simulation.seasonId))!)
    await steps.upload!(pilots[1]!)
    await settle()
    await compare(simulation, 'closed')
    const proofs = await sql<{ number: number }>`select number from ranking_proofs where number = 2`
    assert.ok(proofs.length > 0, 'a change after the closing makes the next proof')
  })
})
