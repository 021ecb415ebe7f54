// run: all
// A score that an upload had not the time to prove is proven later.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { Certificate } from '#contract/certificate.ts'
import type { FlightUpdated } from '#contract/events.ts'
import type { FlightScores } from '#contract/leagues.ts'
import { simulateFlight } from '#igc/simulate.ts'
import type { Flight } from '#contract/flight.ts'
import { proveNext } from '#server/flights/rescore/prove.ts'
import { nameProven } from '#server/flights/rescore/tries.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import type { Scorer } from '#server/flights/record/services.ts'
import { createPilot, list, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { createSharingPilot, readShared } from '#test/support/sharing/visitor.ts'
import { startServer, type TestServer, type TestServerOptions } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

/** A long way in one direction takes half a second to prove; the shortest deadline is a fiftieth of that. */
const longFlight = () => simulateFlight({ seed: 2, taskKm: 80, shape: 'line' }).bytes
const hurried = { ...unlimited, SCORING_DEADLINE_MS: '10' }

const readProof = (flight: Flight) => flight.flightInfo.metadata.scoring as Certificate
const never = new AbortController().signal

interface Unproven {
  server: TestServer
  pilot: Pilot
  flight: Flight
}

async function uploadUnproven(context: TestContext, options: TestServerOptions = {}): Promise<Unproven> {
  const server = await startServer(context, { environment: hurried, ...options })
  const pilot = await createPilot(server)
  return { server, pilot, flight: await uploadNew(server, pilot, longFlight()) }
}

async function readAgain({ server, pilot }: Unproven): Promise<Flight> {
  return (await list(server, pilot)).data[0]!
}

/** Its scorer, but for what the test plays. */
function replace({ server }: Unproven, played: Partial<Scorer>) {
  return { ...server.services, scorer: { ...server.services.scorer, ...played } }
}

suite('a score that is not proven in time', () => {
  test('is stored and said so, is proven in the background, and its rise is announced', async (context) => {
    const unproven = await uploadUnproven(context, { work: true })
    const before = readProof(unproven.flight)
    assert.equal(before.proven, false)
    assert.ok(before.upperBound > before.score)

    const after = await waitUntil('the score is proven', async () => {
      const flight = await readAgain(unproven)
      return readProof(flight).proven ? flight : undefined
    })
    const proof = readProof(after)
    assert.ok(proof.score > before.score, `${proof.score} after ${before.score}`)
    assert.equal(proof.upperBound, proof.score)
    assert.equal(after.scoring.score, proof.score)

    const told = await unproven.server.services.db.sql<{ payload: string }>`
      select payload from events where type = 'flight.updated'`
    const envelopes = told.map(({ payload }) => JSON.parse(payload) as FlightUpdated)
    assert.deepEqual(
      envelopes.map(({ flight: { id, score } }) => ({ id, score })),
      [{ id: after.id, score: proof.score }],
    )
  })

  test('is tried with more and more CPU, then left at that; rescore tries once more', async (context) => {
    const unproven = await uploadUnproven(context)
    const budgets: number[] = []
    const services = replace(unproven, {
      prove: (file, budgetMs) => {
        budgets.push(budgetMs)
        return unproven.server.services.scorer.rescore(file)
      },
    })
    assert.ok(await proveNext(services, never))
    assert.ok(await proveNext(services, never))
    assert.equal(await proveNext(services, never), false)
    assert.deepEqual(budgets, [20_000, 200_000])
    assert.equal((await rescoreFlights(services)).rescored, 1)
    assert.deepEqual(budgets, [20_000, 200_000, 200_000])
    assert.equal(await proveNext(services, never), false)
  })

  test('is what rescore takes, also when an earlier release has stored it', async (context) => {
    const unproven = await uploadUnproven(context)
    const { services } = unproven.server
    await services.db.sql`update flights set scored_by = ${nameProven(services.leagues.rules)}`
    const report = await rescoreFlights(services)
    assert.deepEqual([report.rescored, report.changed], [1, 1])
    assert.equal(readProof(await readAgain(unproven)).proven, true)
    assert.equal((await rescoreFlights(services)).rescored, 0)
  })

  test('is proven by one node at a time, and by another when that one dies', async (context) => {
    const unproven = await uploadUnproven(context)
    const { services } = unproven.server
    let proofs = 0
    const nodes = [1, 2].map(() =>
      replace(unproven, {
        prove: (...task) => {
          proofs++
          return services.scorer.prove(...task)
        },
      }),
    )
    await services.db.sql`
      update queue set lease = 'dead', leased_until = ${services.now() + 60_000} where kind = 'turns' and id = 'proofs'`
    assert.equal(await proveNext(nodes[0]!, never), false)
    unproven.server.advance(61_000)
    const outcomes = await Promise.all(nodes.map((node) => proveNext(node, never)))
    assert.equal(proofs, 1)
    assert.ok(outcomes.includes(true))
    assert.equal(readProof(await readAgain(unproven)).proven, true)
  })

  test('waits while uploads wait, and goes on after a stop', async (context) => {
    const unproven = await uploadUnproven(context)
    const { services } = unproven.server
    const busy = replace(unproven, { queue: () => ({ waiting: 1, bytes: 1 }) })
    assert.equal(await proveNext(busy, never), false)

    const stop = new AbortController()
    const stopping = proveNext(
      replace(unproven, {
        prove: (file, budgetMs, abort) => {
          const proof = services.scorer.prove(file, budgetMs, abort)
          stop.abort()
          return proof
        },
      }),
      stop.signal,
    )
    assert.equal(await stopping, false)
    assert.equal(readProof(await readAgain(unproven)).proven, false)
    assert.ok(await proveNext(services, never))
    assert.equal(readProof(await readAgain(unproven)).proven, true)
  })

  test('is tried again no more often for a thread that fails, and keeps its score', async (context) => {
    const unproven = await uploadUnproven(context)
    const failing = replace(unproven, { prove: () => Promise.reject(new Error('out of memory')) })
    assert.ok(await proveNext(failing, never))
    assert.ok(await proveNext(failing, never))
    assert.equal(await proveNext(failing, never), false)
    assert.deepEqual(readProof(await readAgain(unproven)), readProof(unproven.flight))
  })

  test('is proven without undoing what has been changed meanwhile', async (context) => {
    const unproven = await uploadUnproven(context)
    const { services } = unproven.server
    const { metadata } = unproven.flight.flightInfo
    const slow = replace(unproven, {
      prove: async (...task) => {
        const findings = await services.scorer.prove(...task)
        await services.db.sql`
          update flights set metadata = ${JSON.stringify({ ...metadata, glider: 'another' })}`
        return findings
      },
    })
    await proveNext(slow, never)
    const after = await readAgain(unproven)
    assert.equal(readProof(after).proven, true)
    assert.equal((after.flightInfo.metadata as { glider: string }).glider, 'another')
  })
})

suite('an answer that is not stored, and not proven in time', () => {
  test('by leagues is kept until it is proven, and has a different tag until then', async (context) => {
    const { server, pilot, flight } = await uploadUnproven(context)
    const ask = async (headers = {}) => {
      const path = `/api/v1/flights/${flight.id}/scores?league=xcontest,leonardo`
      const response = await server.fetch(path, { headers: { ...pilot.headers, ...headers } })
      if (response.status === 304) return undefined
      const { data } = (await response.json()) as FlightScores
      const tag = response.headers.get('etag') ?? ''
      return { tag, certificates: data.map(({ certificate }) => certificate!) }
    }
    const first = (await ask())!
    assert.ok(first.certificates.some(({ proven }) => !proven))
    const proven = await waitUntil('the scores are proven', async () => {
      const answer = await ask({ 'if-none-match': first.tag })
      return answer?.certificates.every((one) => one.proven) && answer
    })
    assert.ok(proven.certificates[0]!.score > first.certificates[0]!.score)
    assert.equal(await ask({ 'if-none-match': proven.tag }), undefined)
  })

  test('of a flight that zones cut is shown to others until it is proven', async (context) => {
    const server = await startServer(context, { environment: hurried })
    const pilot = await createSharingPilot(server)
    const flight = await uploadNew(server, pilot, longFlight())
    await pilot.setVisibility(flight.id, 'public')
    const { landing } = flight.flightInfo.metadata as unknown as { landing: { lat: number; lng: number } }
    await pilot.addZone({ latitude: landing.lat, longitude: landing.lng, radiusM: 400 })
    const read = async () => (await readShared(server, flight.id)).flight!
    const first = await read()
    assert.deepEqual([first.isCut, first.certificate.proven], [true, false])
    const proven = await waitUntil('the score of what is left is proven', async () => {
      const shown = await read()
      return shown.certificate.proven && shown
    })
    assert.ok(proven.scoring.score > first.scoring.score)
  })
})
