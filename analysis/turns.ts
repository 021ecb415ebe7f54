// Whole turns in one direction, and the circling that they make up. A threshold on the rate of turn would not do: a
// turn on a ridge is as quick as one in a thermal, but it is half a turn.
import { parameters } from './parameters.ts'
import type { Memory, Range, Samples, Vector } from './samples.ts'

export const FULL_TURN = 2 * Math.PI

/**
 * Radians, unwrapped: it grows by a full turn with each one to the right. Over the ground, or, when the wind is known,
 * through the air. Without a direction it keeps the last one.
 */
export function unwrapHeading(
  { eastward, northward, length, pieces }: Samples,
  memory: Memory,
  wind: Vector = { east: 0, north: 0 },
): Float64Array {
  const heading = memory.take(length)
  const minSquare = parameters.minGroundSpeed ** 2
  for (const { from, to } of pieces) {
    let direction = NaN
    let wholeTurns = 0
    for (let at = from; at <= to; at++) {
      const east = eastward[at]! - wind.east
      const north = northward[at]! - wind.north
      if (east * east + north * north >= minSquare) {
        const now = directionOf(east, north)
        // The short way round.
        if (now - direction > Math.PI) wholeTurns--
        else if (direction - now > Math.PI) wholeTurns++
        direction = now
      }
      heading[at] = Number.isNaN(direction) ? 0 : direction + wholeTurns * FULL_TURN
    }
  }
  return heading
}

/** Radians from north to the east, as Math.atan2 has it to a thousandth of a degree, in a fifth of its time. */
export function directionOf(east: number, north: number): number {
  const x = Math.abs(east)
  const y = Math.abs(north)
  const ratio = x < y ? x / y : y / x
  const square = ratio * ratio
  const series = 0.193_543_46 + square * (-0.116_432_87 + square * (0.052_653_32 - square * 0.011_721_2))
  const angle = ratio * (0.999_977_26 + square * (-0.332_623_47 + square * series))
  const fromAxis = x < y ? angle : Math.PI / 2 - angle
  const toNorth = north < 0 ? Math.PI - fromAxis : fromAxis
  return east < 0 ? -toNorth : toNorth
}

/**
 * Stretches of whole turns, those that follow each other closely joined. They are searched for from the end: a stretch
 * that reaches as far as one that begins later does not count, since it would begin on the straight before the turn.
 */
export function findTurning(heading: Float64Array, { from, to }: Range): Range[] {
  const { turnMinSeconds, joinSeconds } = parameters
  const mayTurn = markBlocks(heading, from, to)
  const runs: Range[] = []
  let run: Range | undefined
  let earliestEnd = to + 1
  for (let at = to - turnMinSeconds; at >= from; at--) {
    const block = Math.floor((at - from) / BLOCK)
    if (!mayTurn[block]) {
      at = from + block * BLOCK
      continue
    }
    const end = findTurnEnd(heading, at, earliestEnd - 1)
    if (end < 0) continue
    earliestEnd = end
    if (run && run.from - end <= joinSeconds) run.from = at
    else runs.push((run = { from: at, to: end }))
  }
  return runs.toReversed()
}

/** Where the heading has gone all the way round since `at`, not after `last`; -1 when it does not. */
function findTurnEnd(heading: Float64Array, at: number, last: number): number {
  const { turnMinSeconds, turnMaxSeconds } = parameters
  const start = heading[at]!
  const first = at + turnMinSeconds
  if (last - at <= turnMaxSeconds) {
    // While a wing circles, each turn ends a little before the one that begins a second later.
    let end = last + 1
    while (end > first && isWhole(heading[end - 1]! - start)) end--
    return end <= last ? end : -1
  }
  const latest = at + turnMaxSeconds
  for (let end = first; end <= latest; end++) if (isWhole(heading[end]! - start)) return end
  return -1
}

function isWhole(turn: number): boolean {
  return turn >= FULL_TURN || turn <= -FULL_TURN
}

/** Seconds. */
const BLOCK = 16

/** The blocks of seconds in which a whole turn may begin: straights are passed over by the block. */
function markBlocks(heading: Float64Array, from: number, to: number): Uint8Array {
  const count = Math.floor((to - from) / BLOCK) + 1
  const least = new Float64Array(count).fill(Infinity)
  const greatest = new Float64Array(count).fill(-Infinity)
  for (let at = from; at <= to; at++) {
    const block = Math.floor((at - from) / BLOCK)
    const here = heading[at]!
    if (here < least[block]!) least[block] = here
    if (here > greatest[block]!) greatest[block] = here
  }
  const reach = Math.ceil(parameters.turnMaxSeconds / BLOCK)
  const mayTurn = new Uint8Array(count)
  for (let block = 0; block < count; block++) {
    for (let next = block; next <= Math.min(count - 1, block + reach); next++) {
      if (isWhole(greatest[next]! - least[block]!) || isWhole(least[next]! - greatest[block]!))
        mayTurn[block] = 1
    }
  }
  return mayTurn
}

/** To the left and to the right. */
export function countTurns(heading: Float64Array, { from, to }: Range): { left: number; right: number } {
  let left = 0
  let right = 0
  for (let at = from + 1; at <= to; at++) {
    const turn = heading[at]! - heading[at - 1]!
    if (turn > 0) right += turn
    else left -= turn
  }
  return { left: left / FULL_TURN, right: right / FULL_TURN }
}
