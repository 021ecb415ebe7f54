// Which passwords are accepted: long ones that are not among the commonest.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export const PASSWORD_MINIMUM = 12
export const PASSWORD_MAXIMUM = 256
const COMMONEST = 10_000

/** A sentence for the user, or undefined when the password will do. */
export async function findPasswordProblem(password: string, email: string): Promise<string | undefined> {
  if (password.length < PASSWORD_MINIMUM)
    return `Choose a password of at least ${PASSWORD_MINIMUM} characters.`
  if (password.length > PASSWORD_MAXIMUM)
    return `Choose a password of at most ${PASSWORD_MAXIMUM} characters.`
  if (await isCommon(password)) return 'This is one of the commonest passwords. Choose another one.'
  if (password.toLowerCase() === email.trim().toLowerCase()) return 'Your address is not a good password.'
  return undefined
}

/** One of the list, one of it repeated, or one of it made longer by digits and signs at its end. */
async function isCommon(password: string): Promise<boolean> {
  const common = await readCommonPasswords()
  const lower = password.toLowerCase()
  if (common.has(lower) || common.has(lower.replace(/[^a-z]+$/, ''))) return true
  const unit = /^(.+?)\1+$/s.exec(lower)?.[1]
  return unit !== undefined && (unit.length < 4 || common.has(unit))
}

let commonPasswords: Promise<Set<string>> | undefined

/** Read when the first password is chosen; most processes never need it. */
function readCommonPasswords(): Promise<Set<string>> {
  commonPasswords ??= (async () => {
    const file = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
    const byFrequency = JSON.parse(await readFile(file, 'utf8')) as string[]
    return new Set(
      byFrequency.filter((password, rank) => rank < COMMONEST || password.length >= PASSWORD_MINIMUM),
    )
  })()
  return commonPasswords
}
