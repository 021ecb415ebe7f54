export interface BufferOptions<Item> {
  /** A buffer that holds so many is flushed at once. */
  readonly maxItems: number
  /** The longest that an item waits. */
  readonly maxMs: number
  /** Takes over the items, in the order in which they came. It must not throw. */
  readonly flush: (items: Item[]) => void
}

export interface ItemBuffer<Item> {
  add(item: Item): void
  /** Flushes now; an empty buffer does nothing. */
  flush(): void
}

/**
 * Gathers items: a costly step is done once for many. Its owner flushes it at the end: its
 * timer does not keep the process alive.
 */
export function createBuffer<Item>({
  maxItems,
  maxMs,
  flush: takeOver,
}: BufferOptions<Item>): ItemBuffer<Item> {
  let items: Item[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    if (items.length === 0) return
    clearTimeout(timer)
    timer = undefined
    const batch = items
    items = []
    takeOver(batch)
  }
  return {
    add: (item) => {
      items.push(item)
      if (items.length >= maxItems) flush()
      else timer ??= setTimeout(flush, maxMs).unref()
    },
    flush,
  }
}
