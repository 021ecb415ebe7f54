// Sends the emails that are queued, each at least once.
//
//   queued ──claim──> leased to one sender ──250──> deleted
//      ^                 │
//      └─────────────────┴── refused, or no answer: back-off; failed after 3 days
//
// When a sender is killed, its leases run out and another sends: an email whose 250 was not seen arrives twice, with one
// Message-ID. The other way, to send it at most once, loses the link that a user waits for.
import type { Job } from '../jobs.ts'
import type { Pace } from '../background/watch.ts'
import { createHeartbeat, type Heartbeat } from '../database/leases.ts'
import { openSealed } from '../secrets.ts'
import type { Services } from '../services.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import {
  type ClaimedEmail,
  claimEmails,
  countEmailWork,
  deleteSentEmail,
  emailQueue,
  retryEmails,
  returnEmail,
  toEmailBinding,
} from './email-store.ts'
import type { Message } from './mail.ts'
import { createTransport, isRefusedForGood, type Transport } from './transport.ts'

const MAX_EMAILS_AT_ONCE = 5
/** Longer than a mail server usually takes for all its answers. */
const LEASE_MS = MINUTE_MS
const POLL_MS = SECOND_MS
const MAX_AGE_MS = 3 * DAY_MS
const backOffMs = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS]

export function listMailJobs(services: Services): Job[] {
  const { db, now } = services
  return [
    {
      name: 'emails',
      everyMs: POLL_MS,
      run: (signal, pace) => keepSending(services, signal, pace),
      count: () => countEmailWork(db.sql, now()),
      retry: () => retryEmails(db.sql, now(), undefined),
      isThrottled: true,
    },
  ]
}

interface Sender {
  heartbeat: Heartbeat
  pace: Pace
  transport: Transport
}

/** Runs until it is stopped; the job runner begins again after a fault. */
async function keepSending(services: Services, signal: AbortSignal, pace: Pace): Promise<void> {
  const { config, log, mail } = services
  const sender: Sender = {
    heartbeat: createHeartbeat(services, emailQueue, LEASE_MS),
    pace,
    transport: createTransport(config, log),
  }
  while (!signal.aborted) {
    const tried = await sendDueEmails(services, sender)
    if (tried < MAX_EMAILS_AT_ONCE) await mail.newEmails.wait(POLL_MS, signal)
  }
}

/** How many were tried. */
async function sendDueEmails(services: Services, sender: Sender): Promise<number> {
  const { now } = services
  const emails = await sender.pace.begin(MAX_EMAILS_AT_ONCE, (sql, max) =>
    claimEmails(sql, now(), { leaseMs: LEASE_MS, max }),
  )
  await Promise.all(
    emails.map(async (email) => {
      sender.heartbeat.begin(email)
      await sendEmail(services, sender, email).finally(() => sender.heartbeat.end(email))
    }),
  )
  return emails.length
}

async function sendEmail(
  { db, log, metrics, now, secrets }: Services,
  { pace, transport }: Sender,
  email: ClaimedEmail,
): Promise<void> {
  const sent = metrics.counter('emails_total', 'Attempts to send an email, by outcome', ['outcome'])
  try {
    const message = JSON.parse(openSealed(secrets, toEmailBinding(email.id), email.sealed)) as Message
    await transport.deliver({ ...message, id: email.id })
  } catch (error) {
    const isFinal = isRefusedForGood(error) || now() - email.created_at > MAX_AGE_MS
    const wait = backOffMs[Math.min(email.attempts, backOffMs.length) - 1] ?? MINUTE_MS
    const dueAt = isFinal ? undefined : now() + wait
    log.warn(
      { err: error, email: email.id, attempts: email.attempts },
      isFinal ? 'an email has failed' : 'an email could not be sent and will be tried again',
    )
    sent.inc({ outcome: isFinal ? 'failed' : 'retried' })
    pace.noteError(error as Error)
    await returnEmail(db.sql, now(), email, { dueAt, error: (error as Error).message })
    return
  }
  sent.inc({ outcome: 'sent' })
  pace.count(1)
  await deleteSentEmail(db.sql, email.id)
}
