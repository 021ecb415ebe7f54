// The date record in all the forms recorders write: HFDTE010203, HFDTEDATE:010203,01, HFDTEDATE: 010203, ...

export const DAY_SECONDS = 86_400

/** `epochDay` counts days since 1970-01-01; undefined when the text holds no valid date. */
export function findDate(text: string): { epochDay: number; year: number } | undefined {
  const value = text.replace(/^H.DTE(?:DATE)?\s*:?\s*/i, '')
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(value)
  if (iso) return toEpochDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))

  const match = /^(\d{2})[-./]?(\d{2})[-./]?(\d{4}|\d{2})/.exec(value)
  if (!match) return undefined
  const [, day, month, year = ''] = match
  const fourDigits = year.length === 4 && Number(year) >= 1980 && Number(year) < 2100
  return toEpochDay(
    fourDigits ? Number(year) : fullYear(Number(year.slice(0, 2))),
    Number(month),
    Number(day),
  )
}

/** The GPS clock began in 1980: no recorder is older. */
function fullYear(twoDigits: number): number {
  return twoDigits >= 80 ? 1900 + twoDigits : 2000 + twoDigits
}

function toEpochDay(year: number, month: number, day: number) {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return { epochDay: date.getTime() / (DAY_SECONDS * 1000), year }
}

/** `YYYY-MM-DD`. */
export function formatDate(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(0, 10)
}

/** ISO 8601, UTC, whole seconds. */
export function formatTime(epochSeconds: number): string {
  return new Date(Math.round(epochSeconds) * 1000).toISOString().replace('.000Z', 'Z')
}
