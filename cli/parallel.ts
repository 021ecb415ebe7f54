// Several at once.

/** Ends when all are done, or with the first error; then none is begun any more. */
export async function inParallel<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // One iterator for all: each item goes to one of them.
  const queue = items.values()
  let isFailed = false
  const worker = async () => {
    for (const item of queue) {
      if (isFailed) return
      await work(item)
    }
  }
  const workers = Array.from({ length: Math.min(count, items.length) }, worker)
  await Promise.all(workers).catch((error: unknown) => {
    isFailed = true
    throw error
  })
}
