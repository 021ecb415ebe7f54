// The form of a noun after a number. A test compares it with Intl, which knows them all but is slow to start.

/** English, German, Italian, Spanish. */
export const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** French: none is singular, too. */
export const frenchPlural = (count: number, one: string, other: string): string =>
  Math.abs(count) < 2 ? one : other
