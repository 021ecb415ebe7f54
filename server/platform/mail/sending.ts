// Sends the letters that wait.
//
// A letter is WAITING (due_at says from when), LEASED to one sender, HANDED OVER, and then gone; or FAILED.
//
//   waiting ──claim──> leased ──all but its last line is sent──> handed over ──250──> deleted
//      ^                 │                                          │
//      └─── refused, or no answer: back-off; failed after 3 days ───┤
//                                                                   └─ the sender died: see below
//
//   1  update letters set handed_over_at   committed; the mail server still waits for the last line
//   2  journal.note(letter)                a file of this process, written at once
//   3  the last line                       follows in the same moment
//   4  250                                 delete from letters
//
// A sender killed before 2 has sent nothing, and one killed after 3 everything: the next process on the machine reads
// the journal, so that a crash neither loses a letter nor sends it twice. Where there is no journal to read, on another
// machine or after a power failure, a letter handed over is left to the operator: it has most likely arrived.
// A lease that ran out passes on to another sender, and what its old holder does then is refused.
import type { Job } from '../jobs.ts'
import { createId } from '../ids.ts'
import { openSealed } from '../secrets.ts'
import type { Services } from '../services.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import {
  type ClaimedLetter,
  claimLetters,
  deleteSentLetter,
  deleteUselessLetters,
  hasLetters,
  type LetterInDoubt,
  listLettersInDoubt,
  markHandedOver,
  returnLetter,
  toLetterBinding,
} from './letter-store.ts'
import { type Journal, openJournal, readOldJournals } from './journal.ts'
import type { Message } from './mail.ts'
import { createTransport, isRefusedForGood, type Transport } from './transport.ts'

const MAX_LETTERS_AT_ONCE = 5
/** Longer than the wait for any one answer of the mail server. */
const LEASE_MS = 30 * SECOND_MS
const LOOK_EVERY_MS = SECOND_MS
/** Another machine's sender may come back and read its journal. */
const UNHEARD_OF_MS = 10 * MINUTE_MS
const FAILED_KEPT_MS = 7 * DAY_MS
const MAX_AGE_MS = 3 * DAY_MS
const backOffMs = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS]

const UNANSWERED =
  'The service stopped before the mail server answered; the letter has most likely arrived and is not sent again.'

export function listMailJobs(services: Services): Job[] {
  return [{ name: 'mail', everyMs: LOOK_EVERY_MS, run: (signal) => keepSending(services, signal) }]
}

/** What one sender has: its lease, its journal, its way to the mail server. */
interface Sender {
  leaseId: string
  journal: Journal
  transport: Transport
}

/** Runs until it is stopped; the job runner begins again after a fault. */
async function keepSending(services: Services, signal: AbortSignal): Promise<void> {
  const leaseId = createId(services.now())
  const sender: Sender = {
    leaseId,
    journal: openJournal(services.config.dataDir, leaseId),
    transport: createTransport(services.config, services.log),
  }
  let pruneAt = 0
  try {
    while (!signal.aborted) {
      if (services.now() >= pruneAt) {
        await deleteUselessLetters(services.db.sql, services.now(), FAILED_KEPT_MS)
        pruneAt = services.now() + MINUTE_MS
      }
      await settleDoubts(services, sender)
      const tried = await sendDueLetters(services, sender)
      if (tried < MAX_LETTERS_AT_ONCE) await services.mail.newLetters.wait(LOOK_EVERY_MS, signal)
    }
  } finally {
    sender.journal.close()
  }
}

/** What became of the letters of senders that are no more. */
async function settleDoubts(services: Services, { leaseId }: Sender): Promise<void> {
  const { config, db, now } = services
  const inDoubt = await listLettersInDoubt(db.sql, now())
  const journals = readOldJournals(config.dataDir, leaseId)
  for (const letter of inDoubt) {
    const journal = journals.find((candidate) => candidate.leaseId === letter.lease)
    if (journal && !journal.handedOver.has(letter.id)) await sendAgain(services, letter)
    else if (journal || letter.handed_over_at <= now() - UNHEARD_OF_MS) await giveUp(services, letter)
  }
  for (const journal of journals) if (!(await hasLetters(db.sql, journal.leaseId))) journal.remove()
}

async function sendAgain({ db, now }: Services, { id, lease }: LetterInDoubt): Promise<void> {
  const error = 'The service stopped before the letter was sent.'
  await returnLetter(db.sql, now(), { id, leaseId: lease, dueAt: now(), error })
}

async function giveUp({ db, log, now }: Services, { id, lease }: LetterInDoubt): Promise<void> {
  log.warn({ letter: id }, UNANSWERED)
  await returnLetter(db.sql, now(), { id, leaseId: lease, dueAt: undefined, error: UNANSWERED })
}

/** How many were tried. */
async function sendDueLetters(services: Services, sender: Sender): Promise<number> {
  const { db, now } = services
  const lease = { id: sender.leaseId, untilMs: now() + LEASE_MS }
  const letters = await claimLetters(db.sql, now(), lease, MAX_LETTERS_AT_ONCE)
  await Promise.all(letters.map((letter) => sendLetter(services, sender, letter)))
  return letters.length
}

async function sendLetter(
  services: Services,
  { journal, leaseId, transport }: Sender,
  letter: ClaimedLetter,
): Promise<void> {
  const { db, log, metrics, now, secrets } = services
  const sent = metrics.counter('letters_total', 'Attempts to send a letter, by outcome', ['outcome'])
  try {
    const message = JSON.parse(openSealed(secrets, toLetterBinding(letter.id), letter.sealed)) as Message
    await transport.deliver(
      { ...message, id: letter.id },
      {
        mayEnd: async () => {
          if (await markHandedOver(db.sql, now(), letter.id, leaseId)) return
          throw new Error('another sender has the letter')
        },
        atEnd: () => journal.note(letter.id),
      },
    )
  } catch (error) {
    const isFinal = isRefusedForGood(error) || now() - letter.created_at > MAX_AGE_MS
    const wait = backOffMs[Math.min(letter.attempts, backOffMs.length) - 1] ?? MINUTE_MS
    const dueAt = isFinal ? undefined : now() + wait
    log.warn(
      { err: error, letter: letter.id, attempts: letter.attempts },
      isFinal ? 'a letter was given up' : 'a letter could not be sent and will be tried again',
    )
    sent.inc({ outcome: isFinal ? 'failed' : 'retried' })
    await returnLetter(db.sql, now(), { id: letter.id, leaseId, dueAt, error: (error as Error).message })
    return
  }
  sent.inc({ outcome: 'sent' })
  await deleteSentLetter(db.sql, letter.id, leaseId)
}
