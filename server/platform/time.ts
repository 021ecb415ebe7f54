// Lengths of time in milliseconds and seconds, and days as the database stores them.

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const HOUR_SECONDS = 3600
export const DAY_SECONDS = 24 * HOUR_SECONDS

/** Whether a text is a day that there is, such as 2026-05-17. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

/** The day in UTC, such as 2026-05-17. */
export function toDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
