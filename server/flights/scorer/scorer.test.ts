import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { ApiError } from '#server/platform/errors.ts'
import { makeFlight } from '#test/support/flights.ts'
import { createScorer, type ScorerOptions } from './scorer.ts'

const workerUrl = new URL('../../../test/support/processes/failing-worker.ts', import.meta.url)

function open(context: TestContext, options: Partial<ScorerOptions> = {}) {
  const scorer = createScorer({ deadlineMs: 2000, threads: 2, workerUrl, ...options })
  context.after(() => scorer.close())
  return scorer
}
const file = (text: string) => Uint8Array.from(Buffer.from(text))
const isError = (status: number) => (error: unknown) => error instanceof ApiError && error.status === status

suite('the pool of scoring threads', () => {
  for (const [name, fault] of [
    ['ends itself', 'x'],
    ['throws', 't'],
    ['takes more memory than it may have', 'm'],
  ] as const) {
    test(`a thread that ${name} is one failed upload; the others and the next ones are answered`, async (context) => {
      const scorer = open(context, { threadMemoryMb: 16 })
      const others = [scorer.analyse(file('ok')), scorer.analyse(file('slow')), scorer.analyse(file('ok'))]
      await assert.rejects(scorer.analyse(file(fault)), isError(500))
      for (const answer of await Promise.all(others)) assert.equal(answer.isFlight, false)
      for (let round = 0; round < 2; round++) {
        await assert.rejects(scorer.analyse(file(fault)), isError(500))
        assert.equal((await scorer.analyse(file('ok'))).isFlight, false)
      }
    })
  }

  test('a thread that never ends is ended after the deadline and its grace', async (context) => {
    const scorer = open(context, { deadlineMs: 100, graceMs: 2500 })
    await Promise.all([1, 2].map(() => assert.rejects(scorer.analyse(file('loop')), isError(500))))
    let isAnswered = false
    // On a busy machine the new thread itself may need longer than this short deadline to start.
    for (let attempt = 0; attempt < 20 && !isAnswered; attempt++) {
      isAnswered = await scorer.analyse(file('ok')).then(
        () => true,
        () => false,
      )
    }
    assert.ok(isAnswered)
  })

  test('a full queue is 503 with Retry-After, at once, and there is room again afterwards', async (context) => {
    const scorer = open(context, { threads: 1, maxWaiting: 2 })
    const taken = [1, 2, 3].map(() => scorer.analyse(file('slow')))
    assert.throws(() => scorer.requireRoom(), isError(503))
    await assert.rejects(
      scorer.analyse(file('ok')),
      (error: ApiError) => error.status === 503 && Number(error.headers['retry-after']) > 0,
    )
    await Promise.all(taken)
    scorer.requireRoom()
    assert.equal((await scorer.analyse(file('ok'))).isFlight, false)
  })

  test('a real file is scored, and warming up gives way to it', async (context) => {
    const scorer = createScorer({ deadlineMs: 2000, threads: 1 })
    context.after(() => scorer.close())
    const warm = scorer.warmUp()
    const analysis = await scorer.analyse(makeFlight(1))
    assert.ok(analysis.isFlight && analysis.flight.score.score > 0)
    await warm
  })
})
