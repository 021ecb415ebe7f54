import { invalidRequest, notFound } from '#server/platform/errors.ts'

export const noSuchSeason = () => notFound('There is no such season.')
export const noSuchRanking = () => notFound('There is no such ranking.')
export const noSuchRow = () => notFound('The ranking has no such row.')
export const noSuchFlight = () => notFound('There is no such flight.')

export function requireNone(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw invalidRequest(mistakes.join(' '))
}
