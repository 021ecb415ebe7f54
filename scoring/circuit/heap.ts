// A priority queue of families of courses, each named by the three cells of its turnpoints, the highest bound first.
// When it is full some of the lower bounds are dropped and the highest of those is remembered: the bound on the
// whole stays true.

export interface CellHeap {
  size: number
  capacity: number
  keys: Float64Array
  /** Three per family. */
  cells: Int32Array
  /** No family that was dropped has a higher bound. */
  dropped: number
}

const INITIAL_CAPACITY = 1 << 8
/** 20 bytes per family: 20 MB, and twice that while the last step of growth copies. */
const MAX_CAPACITY = 1 << 20

export function createHeap(): CellHeap {
  return {
    size: 0,
    capacity: INITIAL_CAPACITY,
    keys: new Float64Array(INITIAL_CAPACITY),
    cells: new Int32Array(3 * INITIAL_CAPACITY),
    dropped: 0,
  }
}

export function pushCells(heap: CellHeap, key: number, a: number, b: number, c: number): void {
  if (heap.size === heap.capacity) {
    if (heap.capacity === MAX_CAPACITY) dropLowerHalf(heap)
    else growHeap(heap)
  }
  const { keys, cells } = heap
  let at = heap.size++
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (keys[parent]! >= key) break
    move(heap, parent, at)
    at = parent
  }
  keys[at] = key
  cells[3 * at] = a
  cells[3 * at + 1] = b
  cells[3 * at + 2] = c
}

/** Takes the first family away; read it before, at 0. */
export function popTop(heap: CellHeap): void {
  const { keys } = heap
  const last = --heap.size
  const key = keys[last]!
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= last) break
    if (child + 1 < last && keys[child + 1]! > keys[child]!) child++
    if (keys[child]! <= key) break
    move(heap, child, at)
    at = child
  }
  move(heap, last, at)
}

function move({ keys, cells }: CellHeap, from: number, to: number): void {
  keys[to] = keys[from]!
  cells[3 * to] = cells[3 * from]!
  cells[3 * to + 1] = cells[3 * from + 1]!
  cells[3 * to + 2] = cells[3 * from + 2]!
}

function growHeap(heap: CellHeap): void {
  heap.capacity *= 4
  const keys = new Float64Array(heap.capacity)
  keys.set(heap.keys)
  const cells = new Int32Array(3 * heap.capacity)
  cells.set(heap.cells)
  heap.keys = keys
  heap.cells = cells
}

/** The later half of a heap are its leaves, each with a chain of higher keys above it; without them it is a heap. */
function dropLowerHalf(heap: CellHeap): void {
  const half = heap.size >> 1
  for (let at = half; at < heap.size; at++) heap.dropped = Math.max(heap.dropped, heap.keys[at]!)
  heap.size = half
}
