// process: own; kills and counts threads of its process
import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
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
const PILOT = 'pilot'
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
      const others = [
        scorer.analyse(PILOT, file('ok')),
        scorer.analyse(PILOT, file('slow')),
        scorer.analyse(PILOT, file('ok')),
      ]
      await assert.rejects(scorer.analyse(PILOT, file(fault)), isError(500))
      for (const answer of await Promise.all(others)) assert.equal(answer.isFlight, false)
      for (let round = 0; round < 2; round++) {
        await assert.rejects(scorer.analyse(PILOT, file(fault)), isError(500))
        assert.equal((await scorer.analyse(PILOT, file('ok'))).isFlight, false)
      }
    })
  }

  test('a thread that never ends is ended when it has used the CPU of the deadline and its grace', async (context) => {
    const scorer = open(context, { deadlineMs: 100, graceMs: 500 })
    await Promise.all([1, 2].map(() => assert.rejects(scorer.analyse(PILOT, file('loop')), isError(500))))
    assert.equal((await scorer.analyse(PILOT, file('ok'))).isFlight, false)
  })

  test('a thread that waits for the CPU for longer than that is not ended', async (context) => {
    const scorer = open(context, { deadlineMs: 100, graceMs: 500 })
    assert.equal((await scorer.analyse(PILOT, file('wait'))).isFlight, false)
  })

  test('users take turns: a single file waits for at most two of a user who has sent many', async (context) => {
    const scorer = open(context, { threads: 1 })
    const finished: string[] = []
    const analyse = (user: string) => scorer.analyse(user, file('slow')).then(() => finished.push(user))
    const all = Array.from({ length: 8 }, () => analyse('busy'))
    all.push(analyse('other'))
    await Promise.all(all)
    assert.ok(finished.indexOf('other') <= 2, finished.join(' '))
  })

  test('the queue is bounded by bytes; a user who has its share waits, and others do not', async (context) => {
    const scorer = open(context, { threads: 1, maxQueuedBytes: 40 })
    const queued: string[] = []
    const analyse = (user: string) =>
      scorer.analyse(user, file('slow'), { onQueued: () => queued.push(user) })
    const all = [...Array.from({ length: 5 }, () => analyse('busy')), analyse('other')]
    await nextTurn()
    assert.deepEqual(queued, ['busy', 'busy', 'other'])
    await Promise.all(all)
    assert.equal(queued.length, 6)
  })

  test('a track waits for no upload, and too many that wait are 503', async (context) => {
    const scorer = open(context, { threads: 1 })
    let scored = 0
    const all = Array.from({ length: 20 }, () => scorer.analyse('busy', file('slow')).then(() => scored++))
    await scorer.extractTrack(PILOT, { compressed: file('ok'), givenDate: null }, 10)
    assert.ok(scored < 20, `${scored} files were scored first`)
    const tracks = await Promise.allSettled(
      Array.from({ length: 100 }, () =>
        scorer.extractTrack('busy', { compressed: file('ok'), givenDate: null }, 10),
      ),
    )
    const refused = tracks.filter((track) => track.status === 'rejected')
    assert.equal(refused.length, 35)
    assert.ok(
      refused.every(({ reason }) => isError(503)(reason) && Number(reason.headers['retry-after']) > 0),
    )
    await Promise.all(all)
  })

  test('a real file is scored while threads warm up', async (context) => {
    const scorer = createScorer({ deadlineMs: 2000, threads: 1 })
    context.after(() => scorer.close())
    const warm = scorer.warmUp()
    const analysis = await scorer.analyse(PILOT, makeFlight(1))
    assert.ok(analysis.isFlight && analysis.flight.score.score > 0)
    await scorer.close()
    await warm
  })

  test('bytes that share a buffer with others are scored, and the others are still there', async (context) => {
    const scorer = createScorer({ deadlineMs: 2000, threads: 1 })
    context.after(() => scorer.close())
    const file = makeFlight(1)
    const shared = new Uint8Array(file.length + 1)
    shared.set(file, 1)
    const analyses = [
      await scorer.analyse(PILOT, shared.subarray(1)),
      // As Buffer.concat does with little, whose memory cannot be given away.
      await scorer.analyse(PILOT, Buffer.concat([Buffer.from('too little')])),
    ]
    assert.deepEqual(
      analyses.map(({ isFlight }) => isFlight),
      [true, false],
    )
    assert.deepEqual(shared.subarray(1), file)
  })
})
