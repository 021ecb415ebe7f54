// run: all
// A season of a few pilots in every run; with `--sweeps` one of 500 pilots and 20,000 flights. After every step, what is read is
// the pure function over the facts as they are stored.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SealedProof } from '#contract/clubs/proof.ts'
import { findFalsehood, seal } from '#rankings/proof.ts'
import { readStandings } from '#server/rankings/current.ts'
import { indexSteps, listSteps, toDecisions } from '#server/rankings/decisions-store.ts'
import { type Facts, readFacts, toFlight } from '#server/rankings/facts.ts'
import { closeSeason } from '#server/rankings/managing.ts'
import { findSeason, listEntries, listRankings, ofSeason } from '#server/rankings/store.ts'
import { createUser } from '#test/support/people.ts'
import { createRandom } from '#test/support/rankings/entries.ts'
import { letHappen, UPLOADED } from '#test/support/rankings/season-events.ts'
import { byAnotherLeague, DAY_MS, simulate, type Simulation } from '#test/support/rankings/simulation.ts'
import { startServer } from '#test/support/server.ts'

const small = { pilots: 8, uploads: 90, steps: 60, seed: 46, comparedAtEachStep: 4 }
const large = { pilots: 500, uploads: 21_500, steps: 300, seed: 46, comparedAtEachStep: 1 }
const size = process.env.SWEEPS === '1' ? large : small
const DAYS = 365

/** From the tables, without anything that was kept. */
async function rebuild({ services, seasonId }: Simulation, index: number): Promise<SealedProof> {
  const { sql } = services.db
  const season = (await findSeason(sql, seasonId))!
  const ranking = (await listRankings(sql, [seasonId]))[index]!
  const findSteps = indexSteps(await listSteps(sql, seasonId))
  const flights: ReturnType<typeof toFlight>[] = []
  const decisions: ReturnType<typeof toDecisions> = []
  const entries = await listEntries(sql, ofSeason(seasonId))
  await readFacts(services, sql, season, entries, (entry, facts: Facts[]) => {
    for (const one of facts) {
      flights.push(toFlight(ranking.rule, one, entry, () => true))
      decisions.push(...toDecisions(one.id, findSteps(one)))
    }
  })
  decisions.sort((a, b) => (a.decidedAt < b.decidedAt ? -1 : a.decidedAt > b.decidedAt ? 1 : 0))
  return seal({ ranking: ranking.id, season: season.terms, rule: ranking.rule, flights, decisions })
}

async function readProof({ services, seasonId }: Simulation, index: number): Promise<SealedProof> {
  const season = (await findSeason(services.db.sql, seasonId))!
  const ranking = (await listRankings(services.db.sql, [seasonId]))[index]!
  const { proof } = await readStandings(services, season, ranking)
  return JSON.parse(Buffer.from(proof).toString()) as SealedProof
}

suite('a season is simulated', () => {
  test('after each step what is read is what follows from the facts', async (context) => {
    const server = await startServer(context)
    const owner = await createUser(server)
    const simulation = await simulate(server, size.pilots, owner.id, createRandom(size.seed), byAnotherLeague)
    const { services, seasonId } = simulation
    const count = (await listRankings(services.db.sql, [seasonId])).length
    const happened: Record<string, number> = {}
    let [scored, compared] = [0, 0]
    const perStep = Math.ceil(size.uploads / UPLOADED / size.steps)
    for (let step = 0; step < size.steps; step++) {
      for (let event = 0; event < perStep; event++) {
        simulation.advance((DAYS * DAY_MS) / size.steps / perStep)
        const name = await letHappen(simulation)
        happened[name] = (happened[name] ?? 0) + 1
      }
      // Every other step is compared while flights wait for their scores.
      scored += await simulation.settle(step % 2 === 0)
      // Every ranking in turn.
      for (let one = 0; one < size.comparedAtEachStep; one++) {
        const index = (step * size.comparedAtEachStep + one) % count
        const [read, built] = [await readProof(simulation, index), await rebuild(simulation, index)]
        assert.equal(read.sha256, built.sha256, `step ${step}, ${simulation.toDay()}, ranking ${index}`)
        compared++
      }
    }
    assert.ok(scored > 0, 'flights were scored by another league')
    const last = await Promise.all(Array.from({ length: count }, (_, index) => readProof(simulation, index)))
    await closeSeason(services, (await findSeason(services.db.sql, seasonId))!)
    for (let event = 0; event < 30; event++) await letHappen(simulation).catch(requireClosed)
    await simulation.settle(true)
    for (const [index, before] of last.entries()) {
      const after = await readProof(simulation, index)
      assert.equal(await findFalsehood(after), undefined)
      assert.deepEqual(after.proof.result, before.proof.result, `ranking ${index}: closed is closed`)
    }
    context.diagnostic(JSON.stringify({ ...size, happened, scored, compared }))
  })
})

function requireClosed(error: unknown): void {
  assert.match((error as Error).message, /closed/)
}
