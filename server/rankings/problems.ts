import { ApiError, invalidRequest, notFound } from '#server/platform/errors.ts'

export const noSuchSeason = () => notFound('There is no such season.')
export const noSuchRanking = () => notFound('There is no such ranking.')
export const noSuchRow = () => notFound('The ranking has no such row.')
export const noSuchFlight = () => notFound('There is no such flight.')
export const refuse = (who: string) => new ApiError(403, 'insufficient_role', `Only ${who} may do this.`)
export const conflict = (sentence: string) => new ApiError(409, 'conflict', sentence)

export function requireNone(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw invalidRequest(mistakes.join(' '))
}
