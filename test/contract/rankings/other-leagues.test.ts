// run: all
// Rankings by a league that flights are not scored by when they are uploaded.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import type { SealedProof } from '#contract/clubs/proof.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import type { FlightScores } from '#contract/leagues.ts'
import { presets } from '#rankings/presets.ts'
import { findFalsehood } from '#rankings/proof.ts'
import { lookAtChanged } from '#server/rankings/jobs.ts'
import type { RankingServices } from '#server/rankings/sources.ts'
import { findEntry, listChanged } from '#server/rankings/store.ts'
import { withRankable } from '#server/work.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { createPilot, makeFlight, type Pilot } from '#test/support/flights.ts'
import {
  addEntrant,
  addRanking,
  ask,
  findRow,
  fly,
  foundLeague,
  listRows,
  settle,
  settleAgain,
} from '#test/support/rankings/league.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { run } from '../../../cli/run.ts'
import { openTerminal } from '../../../cli/terminal/writer.ts'

const LEAGUE = 'leonardo'
const byAnother: RankingRule['measure'] = { kind: 'points', league: LEAGUE, decimals: 3 }
const HOUR_MS = 3_600_000

async function readCertificate(server: TestServer, pilot: Pilot, flight: string) {
  const { body } = await ask(server, pilot, 'GET', `/flights/${flight}/scores?league=${LEAGUE}`)
  return (body as FlightScores).data[0]!.certificate!
}

/** It holds. */
async function readProof(server: TestServer, id: string): Promise<SealedProof> {
  const sealed = (await (await server.fetch(`/rankings/${id}/proof.json`)).json()) as SealedProof
  assert.equal(await findFalsehood(sealed), undefined)
  return sealed
}

async function start(context: TestContext) {
  const server = await startServer(context)
  const league = await foundLeague(server)
  const anna = await addEntrant(server, league, 'Anna A')
  const reasons = async (id: string) => (await findRow(server, anna, id)).flights.map(({ reason }) => reason)
  const calls: (readonly string[])[] = []
  const real = withRankable(server.services)
  /** Notes what is scored, and by which leagues. */
  const services: RankingServices = {
    ...real,
    rankable: {
      ...real.rankable,
      score: (ownerId, flightId, leagues) => {
        calls.push([flightId, ...leagues])
        return real.rankable.score(ownerId, flightId, leagues)
      },
    },
  }
  return { server, league, anna, reasons, services, calls }
}

suite('rankings by another league', () => {
  test('a flight waits until it is scored, and then counts with the points of that league', async (context) => {
    const { server, league, anna, reasons } = await start(context)
    const id = await addRanking(server, league, { measure: byAnother })
    const flight = await fly(server, anna, 1)
    assert.deepEqual(await reasons(id), ['not-scored'])
    assert.equal((await listRows(server, anna, id)).pagination.totalCount, 0)
    const [waiting] = (await readProof(server, id)).proof.flights
    assert.deepEqual([waiting!.measured, waiting!.isUnscored], [null, true])

    assert.equal(await settle(server), 1)
    assert.deepEqual(await reasons(id), ['counts'])
    const { elapsedMs: _elapsed, ...certificate } = await readCertificate(server, anna, flight)
    assert.ok(certificate.proven && certificate.score > 0)
    assert.equal((await listRows(server, anna, id)).data[0]!.sum, certificate.score)
    const [scored] = (await readProof(server, id)).proof.flights
    const { name, version } = certificate.rules
    assert.deepEqual(scored!.measured, {
      units: Math.round(certificate.score * 1000),
      decimals: 3,
      rules: `${name} ${version}`,
    })
    assert.equal(scored!.isUnscored, undefined)
    assert.equal(await settle(server), 0, 'nothing is left')
  })

  test('only flights that a ranking takes are scored, once, also for a ranking that is added later', async (context) => {
    const { server, league, anna, services, calls } = await start(context)
    const shown = await fly(server, anna, 1)
    await fly(server, anna, 2, { visibility: 'private' })
    await fly(server, await createPilot(server), 3)
    await lookAtChanged(services)
    assert.deepEqual(calls, [], 'no ranking asks for it')
    const id = await addRanking(server, league, { measure: byAnother })
    await addRanking(server, league, { measure: { ...byAnother, kind: 'km' } })
    await lookAtChanged(services)
    assert.deepEqual(calls, [[shown, LEAGUE]])
    assert.equal((await listRows(server, anna, id)).pagination.totalCount, 1)
    const members = { audience: 'members', measure: { ...byAnother, league: 'norway' } } as const
    await addRanking(server, league, members)
    await lookAtChanged(services)
    assert.deepEqual(calls.slice(1), [[shown, 'norway']])
    await ask(server, anna, 'PATCH', `/flights/${shown}`, { launchType: 'Towed' })
    assert.equal(await lookAtChanged(services), 0, 'a correction does not change the points')
    await readProof(server, id)
  })

  test('pilots who upload come before a season that is scored anew', async (context) => {
    const { server, league, anna } = await start(context)
    await fly(server, anna, 1)
    const other = await foundLeague(server)
    const ben = await addEntrant(server, other, 'Ben B')
    await settle(server)
    await addRanking(server, league, { measure: byAnother })
    await fly(server, ben, 2)
    const { sql } = server.services.db
    const entries = [
      await findEntry(sql, other.season.id, ben.user.id),
      await findEntry(sql, league.season.id, anna.user.id),
    ]
    const ids = entries.map((entry) => entry!.id)
    assert.deepEqual(await listChanged(sql, 10), ids)
  })

  test('a flight for which the league has no rules has no value', async (context) => {
    const { server, league, anna, reasons } = await start(context)
    const id = await addRanking(server, league, { measure: { ...byAnother, league: 'dhv' } })
    await fly(server, anna, 1)
    await settle(server)
    assert.deepEqual(await reasons(id), ['no-value'])
    await readProof(server, id)
  })

  test('a flight that cannot be scored holds up no other, and is tried again after an hour', async (context) => {
    const { server, league, anna, services, reasons } = await start(context)
    const id = await addRanking(server, league, { measure: byAnother })
    const bad = await fly(server, anna, 1)
    await fly(server, anna, 2)
    let [tries, nowMs] = [0, services.now()]
    const failing: RankingServices = {
      ...services,
      now: () => nowMs,
      rankable: {
        ...services.rankable,
        score: (ownerId, flightId, leagues) => {
          if (flightId === bad) throw new Error(`damaged, ${++tries}`)
          return services.rankable.score(ownerId, flightId, leagues)
        },
      },
    }
    await lookAtChanged(failing)
    assert.deepEqual((await reasons(id)).toSorted(), ['counts', 'not-scored'])
    await settleAgain(failing)
    assert.equal(tries, 1)
    nowMs += 2 * HOUR_MS
    await settleAgain(failing)
    assert.equal(tries, 2)
    await settleAgain({ ...services, now: () => nowMs + 2 * HOUR_MS })
    assert.deepEqual(await reasons(id), ['counts', 'counts'])
    await readProof(server, id)
  })

  test('other rules score again: values stay until then, and in a season that is closed', async (context) => {
    const { server, league, anna, services, calls, reasons } = await start(context)
    const id = await addRanking(server, league, { measure: byAnother })
    await fly(server, anna, 1)
    await lookAtChanged(services)
    const scoreVersions = new Map([...services.rankable.scoreVersions, [LEAGUE, 'another']])
    const updated = { ...services, rankable: { ...services.rankable, scoreVersions } }
    assert.equal(await settleAgain(updated), 1)
    assert.equal(await settleAgain(updated), 0)
    assert.deepEqual(await reasons(id), ['counts'])
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/close`)
    await settleAgain(services)
    assert.equal(calls.length, 2)
    assert.deepEqual(await reasons(id), ['counts'])
  })

  test('in a season that was closed too early the flight stays without a score', async (context) => {
    const { server, league, anna, reasons } = await start(context)
    const id = await addRanking(server, league, { measure: byAnother })
    await fly(server, anna, 1)
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/close`)
    const kept = await readProof(server, id)
    await settle(server)
    assert.deepEqual(await reasons(id), ['not-scored'])
    assert.deepEqual(await readProof(server, id), kept)
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/reopen`)
    await settle(server)
    assert.deepEqual(await reasons(id), ['counts'])
  })

  test('verify-ranking scores the files by that league', async (context) => {
    const { server, league, anna } = await start(context)
    const id = await addRanking(server, league, { measure: byAnother })
    await fly(server, anna, 1)
    await settle(server)
    const folder = makeFolder(context)
    const path = join(folder, 'proof.json')
    writeFileSync(path, JSON.stringify(await readProof(server, id)))
    writeFileSync(join(folder, 'flight.igc'), makeFlight(1, { taskKm: 6, date: '2026-05-17' }))
    let text = ''
    const output = { write: (chunk: string | Uint8Array) => ((text += String(chunk)), true) }
    const terminal = openTerminal(new AbortController().signal, { stdout: output, stderr: output })
    assert.equal(await run(['verify-ranking', path, '--files', folder], terminal), 0, text)
    assert.match(text, /Scored again with the same value: 1 of 1\./)
  })

  test('every preset can be used, whatever the league of the installation', async (context) => {
    const { server, league } = await start(context)
    for (const [index, { name, rule }] of presets.flatMap(({ rankings }) => rankings).entries()) {
      const sent = { name: `${name} ${index}`, rule }
      const { status, text } = await ask(
        server,
        league.owner,
        'POST',
        `/seasons/${league.season.id}/rankings`,
        sent,
      )
      assert.equal(status, 201, text)
    }
  })
})
