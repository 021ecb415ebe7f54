// The fixes that keep the shape of a track best: each next one is where the line so far is furthest off.
import type { Track } from '#igc/track.ts'

const METRES_PER_DEGREE = 111_195

interface Piece {
  from: number
  to: number
  /** The fix furthest from the straight line, and how far: metres squared. */
  furthest: number
  off: number
}

/** At most `count` fixes of a range (both ends always among them), in time order. */
export function chooseFixes(track: Track, range: { from: number; to: number }, count: number): number[] {
  const { from, to } = range
  if (to - from + 1 <= count) return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const chosen = [from, to]
  const heap: Piece[] = []
  push(heap, measurePiece(track, from, to))
  while (chosen.length < count) {
    const piece = pop(heap)
    // The remaining fixes are on the lines already: more would add nothing.
    if (!piece || piece.off === 0) break
    chosen.push(piece.furthest)
    push(heap, measurePiece(track, piece.from, piece.furthest))
    push(heap, measurePiece(track, piece.furthest, piece.to))
  }
  return chosen.sort((a, b) => a - b)
}

function measurePiece({ latitude, longitude }: Track, from: number, to: number): Piece {
  const piece = { from, to, furthest: from, off: 0 }
  const shrink = Math.cos((latitude[from]! * Math.PI) / 180)
  const endX = eastward(longitude[to]! - longitude[from]!) * shrink
  const endY = latitude[to]! - latitude[from]!
  const length = endX * endX + endY * endY
  for (let row = from + 1; row < to; row++) {
    const x = eastward(longitude[row]! - longitude[from]!) * shrink
    const y = latitude[row]! - latitude[from]!
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, (x * endX + y * endY) / length))
    const off = (x - along * endX) ** 2 + (y - along * endY) ** 2
    if (off <= piece.off) continue
    piece.off = off
    piece.furthest = row
  }
  piece.off *= METRES_PER_DEGREE ** 2
  return piece
}

/** Across the antimeridian the short way. */
function eastward(degrees: number): number {
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}

function push(heap: Piece[], piece: Piece): void {
  if (piece.off === 0) return
  let index = heap.length
  heap.push(piece)
  while (index > 0) {
    const parent = (index - 1) >> 1
    if (heap[parent]!.off >= piece.off) break
    heap[index] = heap[parent]!
    index = parent
  }
  heap[index] = piece
}

function pop(heap: Piece[]): Piece | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (!top || !last || heap.length === 0) return top
  let index = 0
  for (;;) {
    let child = 2 * index + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && heap[child + 1]!.off > heap[child]!.off) child++
    if (heap[child]!.off <= last.off) break
    heap[index] = heap[child]!
    index = child
  }
  heap[index] = last
  return top
}
