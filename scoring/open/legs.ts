// The longest single leg of every fix of a stretch, on one side of it: exact, and worked out only for stretches that
// the search comes to need.
import { arcKm, chordSquared } from '../positions.ts'
import { maxChordFromFixSquared, maxChordSquared } from '../time-tree.ts'
import type { Half, OpenSearch } from './search.ts'

/** Makes the legs of a stretch ready, and with them the exact bound for the stretch. */
export function readyStretch(search: OpenSearch, half: Half, stretch: number): void {
  if (half.isReady[stretch] === 1) return
  half.isReady[stretch] = 1
  const { tree, level, stretches } = search
  const from = half.isBefore ? 0 : stretch
  const to = half.isBefore ? stretch : stretches - 1
  let likely = from
  let highest = -1
  for (let other = from; other <= to; other++) {
    const bound = maxChordSquared(tree.boxes, level + other, level + stretch)
    if (bound > highest) {
      highest = bound
      likely = other
    }
  }
  let shortest = lengthenLegs(search, half, stretch, likely)
  for (let other = from; other <= to; other++) {
    if (other === likely || maxChordSquared(tree.boxes, level + other, level + stretch) <= shortest) continue
    shortest = lengthenLegs(search, half, stretch, other)
  }
  half.oneLeg[stretch] = finishLegs(search, half, stretch)
}

/** Turns squared chords into kilometres; returns the longest. */
function finishLegs({ tree, level }: OpenSearch, half: Half, stretch: number): number {
  const { leg, leafLeg } = half
  const leaves = tree.leaves / level
  let longest = 0
  for (let leaf = (level + stretch) * leaves; leaf < (level + stretch + 1) * leaves; leaf++) {
    let longestHere = 0
    for (let i = tree.first[leaf]!; i <= tree.last[leaf]!; i++) {
      leg[i] = arcKm(Math.sqrt(leg[i]!))
      if (leg[i]! > longestHere) longestHere = leg[i]!
    }
    leafLeg[leaf - tree.leaves] = longestHere
    if (longestHere > longest) longest = longestHere
  }
  return longest
}

/** Squared chords, until finishLegs turns them into kilometres; returns the shortest of the stretch. */
function lengthenLegs(search: OpenSearch, half: Half, stretch: number, other: number): number {
  const { positions, tree, level } = search
  const { leg } = half
  const leaves = tree.leaves / level
  const end = (level + other + 1) * leaves
  let shortest = Infinity
  for (let i = tree.first[level + stretch]!; i <= tree.last[level + stretch]!; i++) {
    let best = leg[i]!
    if (maxChordFromFixSquared(positions, tree.boxes, level + other, i) > best) {
      for (let leaf = (level + other) * leaves; leaf < end; leaf++) {
        if (maxChordFromFixSquared(positions, tree.boxes, leaf, i) <= best) continue
        const from = half.isBefore ? tree.first[leaf]! : Math.max(i, tree.first[leaf]!)
        const to = half.isBefore ? Math.min(i, tree.last[leaf]!) : tree.last[leaf]!
        for (let k = from; k <= to; k++) best = Math.max(best, chordSquared(positions, i, k))
        search.effort += Math.max(0, to - from + 1)
      }
      leg[i] = best
    }
    if (best < shortest) shortest = best
  }
  return shortest
}
