// on: sqlite, postgres
// A season of a few pilots in every run; with `--sweeps` one of 500 pilots and 20,000 flights.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { findFalsehood } from '#rankings/proof.ts'
import { closeSeason } from '#server/rankings/season.ts'
import { countDifferences, rerankWithin } from '#server/rankings/rerank.ts'
import { prove } from '#server/rankings/proofs.ts'
import { listRows } from '#server/rankings/results-store.ts'
import { findSeason, listPilots, listRankings } from '#server/rankings/store.ts'
import { createUser } from '#test/support/people.ts'
import { createRandom } from '#test/support/rankings/entries.ts'
import { letHappen, UPLOADED } from '#test/support/rankings/season-events.ts'
import { byAnotherLeague, DAY_MS, simulate, type Simulation } from '#test/support/rankings/simulation.ts'
import { startServer } from '#test/support/server.ts'
import { run } from '../../../cli/run.ts'
import { openTerminal } from '../../../cli/terminal/writer.ts'

const small = { pilots: 8, uploads: 90, steps: 60, seed: 46, verifiedAtEachStep: 20 }
const large = { pilots: 500, uploads: 21_500, steps: 120, seed: 46, verifiedAtEachStep: 2 }
const size = process.env.SWEEPS === '1' ? large : small
const DAYS = 365
/** All rankings are verified, and all flights read again. */
const WHOLE_EVERY = 20

const describeRows = (rows: readonly { key: string; sum: number }[]) =>
  rows.map(({ key, sum }) => `${key} ${sum}`).sort()

/** Stored and rebuilt are one, and verified where it is asked for. */
async function compare(
  { services, seasonId }: Simulation,
  step: string,
  isVerified: (index: number) => boolean = () => true,
): Promise<void> {
  const { sql } = services.db
  const season = (await findSeason(sql, seasonId))!
  for (const [index, ranking] of (await listRankings(sql, seasonId)).entries()) {
    const name = `${step}: ${ranking.name} ${JSON.stringify(ranking.rule)}`
    assert.equal(await countDifferences(sql, season, ranking), 0, name)
    if (!isVerified(index)) continue
    const sealed = await prove(sql, season, ranking)
    assert.equal(await findFalsehood(sealed), undefined, name)
    assert.deepEqual(
      describeRows(sealed.proof.result.rows),
      describeRows(await listRows(sql, ranking.id)),
      name,
    )
  }
}

class Undo extends Error {}

/** Entries, too, are as if all flights had been uploaded just now. */
async function compareWithFlights({ services, seasonId }: Simulation, step: string): Promise<void> {
  const list = () => services.db.sql<{ id: string; facts: string }>`
    select id, facts from season_entries where season_id = ${seasonId} order by id`
  const before = await list()
  const reading = services.db.transaction(async (sql) => {
    await sql`update season_entries set change_number = -1 where season_id = ${seasonId}`
    for (const { id } of await listPilots(sql, { seasonId })) await rerankWithin(services, sql, id)
    const after = await sql<{ id: string; facts: string }>`
      select id, facts from season_entries where season_id = ${seasonId} order by id`
    assert.deepEqual(after, before, step)
    throw new Undo()
  })
  await assert.rejects(reading, Undo)
}

async function verifyByCommand({ services, seasonId }: Simulation): Promise<string> {
  const { sql } = services.db
  const [season, [ranking]] = [(await findSeason(sql, seasonId))!, await listRankings(sql, seasonId)]
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-season-'))
  try {
    const path = join(folder, 'proof.json')
    writeFileSync(path, JSON.stringify(await prove(sql, season, ranking!)))
    let text = ''
    const output = { write: (chunk: string | Uint8Array) => ((text += String(chunk)), true) }
    const terminal = openTerminal(new AbortController().signal, { stdout: output, stderr: output })
    assert.equal(await run(['verify-ranking', path], terminal), 0, text)
    return text
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function countRows({ services, seasonId }: Simulation) {
  const [row] = await services.db.sql<{ flights: number; entries: number; decisions: number }>`
    select (select count(*) from flights) as flights, (select count(*) from entry_decisions) as decisions,
      (select count(*) from season_entries where season_id = ${seasonId}) as entries`
  return row!
}

suite('a season is simulated', () => {
  test('after each step the rows are those of a rebuild and of the verifier', async (context) => {
    const server = await startServer(context)
    const owner = await createUser(server)
    const simulation = await simulate(server, size.pilots, owner.id, createRandom(size.seed), byAnotherLeague)
    const { services, seasonId } = simulation
    const happened: Record<string, number> = {}
    let scored = 0
    const perStep = Math.ceil(size.uploads / UPLOADED / size.steps)
    for (let step = 0; step < size.steps; step++) {
      for (let at = 0; at < perStep; at++) {
        simulation.advance((DAYS * DAY_MS) / size.steps / perStep)
        const name = await letHappen(simulation)
        happened[name] = (happened[name] ?? 0) + 1
        await simulation.settle()
      }
      // Every other step is compared while flights wait for their scores.
      if (step % 2 === 0) scored += await simulation.scoreWaiting()
      const name = `step ${step}, ${simulation.toDay()}`
      const isWhole = step % WHOLE_EVERY === 0
      // Every ranking in turn.
      const groups = 20 / size.verifiedAtEachStep
      await compare(simulation, name, (index) => isWhole || index % groups === step % groups)
      if (!isWhole) continue
      await compareWithFlights(simulation, name)
      if (size === large) context.diagnostic(`${name} ${JSON.stringify(await countRows(simulation))}`)
    }
    await compareWithFlights(simulation, 'the last day')
    assert.ok(scored > 0, 'flights were scored by another league')
    await closeSeason(services, (await findSeason(services.db.sql, seasonId))!)
    for (let at = 0; at < 10; at++) await letHappen(simulation)
    await simulation.settle()
    await compare(simulation, 'closed')
    await simulation.scoreWaiting()
    await compare(simulation, 'closed and scored')
    const proofs = await services.db.sql`select number from ranking_proofs where number = 2`
    assert.ok(proofs.length > 0, 'a change after the closing makes the next proof')
    context.diagnostic(JSON.stringify({ ...size, happened, scored, ...(await countRows(simulation)) }))
    context.diagnostic(await verifyByCommand(simulation))
  })
})
