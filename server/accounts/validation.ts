// Checks of users' input besides passwords. Each returns a sentence for the user, or undefined.
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import { type ServerTexts, textsIn } from '#language/server.ts'
import { isEmail } from '#server/platform/mail/address.ts'
import { hasInvisible, imitatesService } from '#server/access/names/names.ts'

/** The column holds 32 bits. */
const MAX_CIVL_ID = 2 ** 31 - 1

export type ProblemTexts = ServerTexts['problems']

/** The API and the dashboard say what is wrong in English. */
export const english: ProblemTexts = textsIn('en').problems

export function findEmailProblem(email: string, texts = english): string | undefined {
  return isEmail(email) ? undefined : texts.email
}

export function findNameProblem(name: string, texts = english): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return texts.nameTooLong(MAX_NAME_LENGTH)
  if (/\p{Cc}/u.test(name)) return texts.nameUnreadable
  if (hasInvisible(name)) return texts.nameInvisible
  return imitatesService(name) ? texts.nameOfService : undefined
}

export function findClubProblem(club: string): string | undefined {
  if (club.length > MAX_NAME_LENGTH) return `The club is longer than ${MAX_NAME_LENGTH} characters.`
  return /\p{Cc}/u.test(club) ? 'The club contains characters that cannot be displayed.' : undefined
}

export function findCivlIdProblem(civlId: number): string | undefined {
  const isValid = Number.isInteger(civlId) && civlId > 0 && civlId <= MAX_CIVL_ID
  return isValid ? undefined : 'The CIVL id is a whole number, such as 12345.'
}
