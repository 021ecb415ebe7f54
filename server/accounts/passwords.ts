// Accepts long passwords that are not among the most common.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { english } from './validation.ts'

export const MIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 256
const COMMON_PASSWORDS = 10_000

/** A sentence for the user, or undefined when the password is accepted. */
export async function findPasswordProblem(
  password: string,
  email: string,
  texts = english,
): Promise<string | undefined> {
  if (password.length < MIN_PASSWORD_LENGTH) return texts.passwordTooShort(MIN_PASSWORD_LENGTH)
  if (password.length > MAX_PASSWORD_LENGTH) return texts.passwordTooLong(MAX_PASSWORD_LENGTH)
  if (await isCommon(password)) return texts.passwordCommon
  return password.toLowerCase() === email.trim().toLowerCase() ? texts.passwordIsEmail : undefined
}

/** On the list; or a short or listed word repeated; or a listed word followed by digits and punctuation. */
async function isCommon(password: string): Promise<boolean> {
  const common = await readCommonPasswords()
  const lower = password.toLowerCase()
  if (common.has(lower) || common.has(lower.replace(/[^a-z]+$/, ''))) return true
  const unit = /^(.+?)\1+$/s.exec(lower)?.[1]
  return unit !== undefined && (unit.length < 4 || common.has(unit))
}

let commonPasswords: Promise<Set<string>> | undefined

/** Read with the first new password: most processes never need the list. */
function readCommonPasswords(): Promise<Set<string>> {
  commonPasswords ??= (async () => {
    const file = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
    const byFrequency = JSON.parse(await readFile(file, 'utf8')) as string[]
    return new Set(
      byFrequency.filter(
        (password, rank) => rank < COMMON_PASSWORDS || password.length >= MIN_PASSWORD_LENGTH,
      ),
    )
  })()
  return commonPasswords
}
