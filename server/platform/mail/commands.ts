// The operator sees what mail waits or was given up, and sends it again.
import { findOption, type Options } from '../options.ts'
import { openSealed, type Secrets } from '../secrets.ts'
import type { Services } from '../services.ts'
import { countLetters, type LetterRow, listLetters, retryLetters, toLetterBinding } from './letter-store.ts'
import type { Message } from './mail.ts'

const MAX_SHOWN = 200

/** Addresses and subjects; a letter's text may hold a link that opens an account. */
export async function listMail({ db, secrets }: Services): Promise<object> {
  const { waiting, failed } = await countLetters(db.sql)
  const letters = await listLetters(db.sql, MAX_SHOWN)
  return { waiting, failed, letters: letters.map((letter) => describe(secrets, letter)) }
}

function describe(secrets: Secrets, letter: LetterRow): object {
  const { to, subject } = JSON.parse(
    openSealed(secrets, toLetterBinding(letter.id), letter.sealed),
  ) as Message
  return {
    id: letter.id,
    to,
    subject,
    writtenAt: new Date(letter.created_at).toISOString(),
    attempts: letter.attempts,
    ...(letter.failed_at === null
      ? { nextAttemptAt: new Date(letter.due_at).toISOString() }
      : { givenUpAt: new Date(letter.failed_at).toISOString() }),
    lastError: letter.last_error,
  }
}

export async function retryMail({ db, now }: Services, options: Options): Promise<object> {
  const letterId = findOption(options, 'letter')
  const retried = await retryLetters(db.sql, now(), letterId)
  if (letterId !== undefined && retried === 0) throw new Error(`No letter ${letterId} was given up.`)
  return { retried }
}
