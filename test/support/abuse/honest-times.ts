// The wait of an honest user, alone and during an attack.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

const SAMPLES = 7
// The noise of a loaded machine; a slot or an answer that is waited for costs far more.
const NOISE_MS = 2000
/** A body without an end is given up after a minute or more. */
const GIVING_UP_MS = 30_000

export interface Times {
  medianMs: number
  worstMs: number
}

export async function measureTimes(run: () => Promise<unknown>): Promise<Times> {
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  return { medianMs: times[Math.floor(SAMPLES / 2)] ?? Number.NaN, worstMs: times.at(-1) ?? Number.NaN }
}

/**
 * Prints both and their ratio; fails when the honest user's median has doubled, noise aside, or one request had to wait
 * for somebody else to give up.
 */
export function compareTimes(context: TestContext, alone: Times, attacked: Times, noiseMs = NOISE_MS): void {
  const show = ({ medianMs, worstMs }: Times) => `${medianMs.toFixed(0)} ms (worst ${worstMs.toFixed(0)} ms)`
  const ratio = (attacked.medianMs / alone.medianMs).toFixed(2)
  context.diagnostic(`alone ${show(alone)}, under attack ${show(attacked)}, ratio ${ratio}`)
  assert.ok(
    attacked.medianMs <= Math.max(2 * alone.medianMs, noiseMs),
    `${show(attacked)}, not ${show(alone)}`,
  )
  assert.ok(attacked.worstMs <= GIVING_UP_MS, show(attacked))
}
