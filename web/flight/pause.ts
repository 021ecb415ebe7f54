/** Lets the browser answer to the user and paint between two pieces of work. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
