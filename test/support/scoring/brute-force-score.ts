// Every course of a small track, measured one by one: what the solver is held against. Written from the rules, with
// nothing of the solver in it.
import { distanceKm } from '#igc/geodesy.ts'
import type { Track } from '#igc/track.ts'
import type { Category, Rules } from '#scoring/rules.ts'

export function bruteForceScore(track: Track, rules: Rules): number {
  const distances = measureAll(track)
  const closing = rules.categories.some(({ shape }) => shape !== 'open') ? closeAll(distances) : []
  let best = 0
  for (const category of rules.categories) {
    if (category.shape === 'open') best = Math.max(best, bestOpen(distances, category))
    if (category.shape === 'triangle') best = Math.max(best, bestTriangle(distances, closing, category))
    if (category.shape === 'out-and-return') best = Math.max(best, bestReturn(distances, closing, category))
    if (category.shape === 'straight') best = Math.max(best, bestStraight(distances, category))
    if (category.shape === 'start-and-return') best = Math.max(best, bestStartAndReturn(distances, category))
  }
  return best
}

function measureAll({ length, latitude, longitude }: Track): number[][] {
  return Array.from({ length }, (_, i) =>
    Array.from({ length }, (_, j) => distanceKm(latitude[i]!, longitude[i]!, latitude[j]!, longitude[j]!)),
  )
}

/** For every first and last turnpoint: the least distance from a start up to the one to a finish from the other on. */
function closeAll(distances: number[][]): number[][] {
  const count = distances.length
  const closing = distances.map((row) => [...row])
  for (let a = 0; a < count; a++) {
    for (let c = count - 1; c >= a; c--) {
      if (a > 0) closing[a]![c] = Math.min(closing[a]![c]!, closing[a - 1]![c]!)
      if (c < count - 1) closing[a]![c] = Math.min(closing[a]![c]!, closing[a]![c + 1]!)
    }
  }
  return closing
}

function bestOpen(distances: number[][], { multiplier, minimumKm }: Category): number {
  const count = distances.length
  let longest: number[] = Array.from({ length: count }, () => 0)
  for (let leg = 0; leg < 4; leg++) {
    const before = longest
    longest = before.map((_, j) => {
      let best = 0
      for (let i = 0; i <= j; i++) best = Math.max(best, before[i]! + distances[i]![j]!)
      return best
    })
  }
  const km = Math.max(0, ...longest)
  return km >= minimumKm ? km * multiplier : 0
}

function bestTriangle(distances: number[][], closing: number[][], category: Category): number {
  const count = distances.length
  let best = 0
  for (let a = 0; a < count; a++) {
    for (let b = a; b < count; b++) {
      for (let c = b; c < count; c++) {
        const ab = distances[a]![b]!
        const bc = distances[b]![c]!
        const ca = distances[c]![a]!
        const km = ab + bc + ca
        if (Math.min(ab, bc, ca) < category.minimumSideShare * km) continue
        if (Math.max(ab, bc, ca) > category.maximumSideShare * km) continue
        best = Math.max(best, payCircuit(km, closing[a]![c]!, category))
      }
    }
  }
  return best
}

function bestReturn(distances: number[][], closing: number[][], category: Category): number {
  const count = distances.length
  let best = 0
  for (let a = 0; a < count; a++) {
    for (let b = a; b < count; b++)
      best = Math.max(best, payCircuit(2 * distances[a]![b]!, closing[a]![b]!, category))
  }
  return best
}

function bestStraight(distances: number[][], { multiplier, minimumKm }: Category): number {
  const km = Math.max(0, ...distances.flat())
  return km >= minimumKm ? km * multiplier : 0
}

function bestStartAndReturn(distances: number[][], category: Category): number {
  let best = 0
  for (const [start, row] of distances.entries()) {
    for (let turn = start; turn < row.length; turn++) {
      const closingKm = Math.min(...row.slice(turn))
      best = Math.max(best, payCircuit(2 * row[turn]!, closingKm, category))
    }
  }
  return best
}

function payCircuit(km: number, closingKm: number, { closing, minimumKm, multiplier }: Category): number {
  if (closingKm > Math.max(closing.fixedKm, closing.share * km)) return 0
  const paid = closingKm > closing.freeKm ? km - closingKm : km
  return paid >= minimumKm ? paid * multiplier : 0
}
