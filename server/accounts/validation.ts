// What users may enter besides a password. Each check returns a sentence for the user, or undefined.
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import { findNameFault } from '#server/access/names/names.ts'

export const MAX_EMAIL_LENGTH = 254
/** The column holds 32 bits. */
const MAX_CIVL_ID = 2 ** 31 - 1

/** The addresses that people have; RFC 5321 permits more. */
export function isEmail(text: string): boolean {
  const email = text.trim()
  if (email.length > MAX_EMAIL_LENGTH || email.includes('..') || email.startsWith('.')) return false
  return /^[\w'+.-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(email)
}

export function findEmailProblem(email: string): string | undefined {
  return isEmail(email) ? undefined : 'This is not a valid email address.'
}

export function findNameProblem(name: string): string | undefined {
  const fault = findNameFault(name)
  return findTextProblem('name', name) ?? (fault === undefined ? undefined : `The name ${fault}.`)
}

export function findClubProblem(club: string): string | undefined {
  return findTextProblem('club', club)
}

function findTextProblem(label: string, text: string): string | undefined {
  if (text.length > MAX_NAME_LENGTH) return `The ${label} is longer than ${MAX_NAME_LENGTH} characters.`
  return /\p{Cc}/u.test(text) ? `The ${label} contains characters that cannot be displayed.` : undefined
}

export function findCivlIdProblem(civlId: number): string | undefined {
  const isValid = Number.isInteger(civlId) && civlId > 0 && civlId <= MAX_CIVL_ID
  return isValid ? undefined : 'The CIVL id is a whole number, such as 12345.'
}
