// Why an upload was refused: one of a few fixed words, and what they say to the maker of an instrument.
import type { ErrorCode } from '#contract/errors.ts'
import type { ApiError } from '#server/platform/errors.ts'

/** Of a file the diagnosis, which says more than that it is invalid. */
export function toReason({ code, cause }: ApiError): string {
  const { code: diagnosis } = (cause ?? {}) as { code?: unknown }
  return code === 'invalid_igc' && typeof diagnosis === 'string' ? diagnosis : code
}

const refusals: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'The request cannot be read',
  invalid_token: 'The login, password or token is wrong, revoked or expired',
  insufficient_scope: 'The credential may not upload',
  invalid_igc: 'The file is not a valid IGC file',
  payload_too_large: 'The file is too large',
  storage_full: 'The account has no room left',
  rate_limit_exceeded: 'Too many requests or wrong passwords',
  file_corrupt: 'The stored file is damaged',
  file_lost: 'The stored file is lost',
  server_error: 'The service failed',
  temporarily_unavailable: 'The service was busy',
}

/** Diagnoses for which a file is refused. */
const diagnoses: Record<string, string> = {
  empty: 'The file is empty',
  'not-igc': 'The file is not an IGC file',
  'no-line-ends': 'The file has no line ends',
  'no-date': 'The file has no date',
  'no-fixes': 'The file has no fixes',
  'too-few-fixes': 'The file has too few fixes',
  'no-valid-fix': 'No fix of the file has a position',
  'times-impossible': 'The times of the fixes are impossible',
  'several-flights': 'The file has several flights',
}

const words = new Map(Object.entries({ ...refusals, ...diagnoses }))

/** A reason that only a later release knows stays as it is. */
export const describeReason = (reason: string) => words.get(reason) ?? reason
