// Stretches that may hide circling: fixes so far apart that circles between them leave no trace.
import { parameters } from './parameters.ts'
import type { Range, Samples, Vector } from './samples.ts'
import { CALM, listStepsIn, measureCruise } from './sparse.ts'
import { splitStraight, type Stretch } from './straight.ts'

/** Stretches that do not circle, as far as that can be told; each begins where the one before ends. */
export function splitSeen(samples: Samples, range: Range, wind: Vector | undefined): Stretch[] {
  const stretches: Stretch[] = []
  let at = range.from
  for (const { from, to } of findUnseen(samples, range, wind)) {
    stretches.push(...splitStraight(samples, { from: at, to: from }), { kind: 'unknown', from, to })
    at = to
  }
  return [...stretches, ...splitStraight(samples, { from: at, to: range.to })]
}

/** Where the wing was slow through the air, step after step: in circles, or held by the wind. */
function findUnseen(samples: Samples, range: Range, wind = CALM): Range[] {
  const { unseenSeconds, unseenShare, glideMinSeconds } = parameters
  const { eastward, northward } = samples
  const most = unseenShare * measureCruise(samples, wind)
  const runs: Range[] = []
  for (const { from, to } of listStepsIn(samples, range)) {
    const speed = Math.hypot(eastward[from]! - wind.east, northward[from]! - wind.north)
    if (to - from <= unseenSeconds || speed >= most) continue
    const last = runs.at(-1)
    if (last && from - last.to <= parameters.joinSeconds) last.to = to
    else runs.push({ from, to })
  }
  return runs.filter(({ from, to }) => to - from >= glideMinSeconds)
}
