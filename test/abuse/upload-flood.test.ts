// run: sweeps; measures how others fare during an attack; the limits that protect them have tests in every run
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { compareTimes, measureTimes } from '#test/support/abuse/honest-times.ts'
import { createPilot, makeFlight, unlimited, upload, uploadNew } from '#test/support/flights.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const FLOOD = 200
const MAX_ANSWERS = 10 * FLOOD

suite('a flood of uploads of one pilot and the single one of another', async () => {
  test(`${FLOOD} uploads at once are all taken, and another pilot's wait for few of them`, async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const [honest, busy] = [await createPilot(server), await createPilot(server)]
    const files = Array.from({ length: FLOOD }, (_, index) => makeFlight(1000 + index))
    let floodSeed = 1000 + FLOOD
    let isMeasured = false
    let seed = 1
    const { id } = await uploadNew(server, honest, makeFlight(seed++))
    const track = () => server.fetch(`/api/v1/flights/${id}/track`, { headers: honest.headers })
    await track()
    const waited: number[] = []
    const statuses: number[] = []
    const measure = () =>
      measureTimes(async () => {
        const before = statuses.length
        assert.equal((await upload(server, honest, makeFlight(seed++))).status, 201)
        waited.push(statuses.length - before)
      })
    const alone = await measure()
    waited.length = 0
    // For each that is answered another one is sent, so there is a flood for as long as the other pilot needs.
    const flood = files.map(async (first) => {
      let bytes = first
      for (;;) {
        statuses.push((await upload(server, busy, bytes)).status)
        if (isMeasured || statuses.length > MAX_ANSWERS) return
        bytes = makeFlight(floodSeed++)
      }
    })
    await waitUntil('five are answered', () => statuses.length >= 5)
    const attacked = await measure()
    assert.equal((await track()).status, 200)
    assert.ok(statuses.length < MAX_ANSWERS, 'the flood was over before the other pilot had finished')
    isMeasured = true
    context.diagnostic(`uploads of the flood answered during each: ${waited.join(', ')}`)
    await Promise.all(flood)
    assert.deepEqual(
      statuses.filter((status) => status !== 201),
      [],
    )
    compareTimes(context, alone, attacked)
  })
})
