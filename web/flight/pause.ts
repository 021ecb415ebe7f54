interface Scheduler {
  /** Missing from Safari. */
  yield?: () => Promise<void>
}

/** Yields to the browser, which handles input and paints between two tasks; ahead of other work where it can. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
