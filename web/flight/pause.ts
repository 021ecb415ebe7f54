/** Yields to the browser, which handles input and paints between two tasks. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
