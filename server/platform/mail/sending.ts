// Sends the emails that are queued, each at least once: when a sender is killed, another sends what it had claimed, and an
// email whose 250 was not seen arrives twice, with one Message-ID. The other way, to send it at most once, loses the link
// that a user waits for.
import { createQueueJob } from '../background/queue.ts'
import type { Job } from '../background/jobs.ts'
import { openSealed } from '../secrets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import { emailQueue, toEmailBinding } from './email-store.ts'
import type { MailServices, Message } from './mail.ts'
import { createTransport, isRefusedForGood } from './transport.ts'

const MAX_AGE_MS = 3 * DAY_MS
const backOffMs = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS]

export function listMailJobs(services: MailServices): Job[] {
  const { config, log, mail, metrics, now, secrets } = services
  const transport = createTransport(config, log)
  const tried = metrics.counter('emails_total', 'Attempts to send an email, by outcome', ['outcome'])
  return [
    createQueueJob(services, {
      ...emailQueue,
      everyMs: SECOND_MS,
      wake: mail.newEmails,
      leaseMs: MINUTE_MS,
      atOnce: 5,
      delay: ({ attempts, createdAt }, error) => {
        const isLast = isRefusedForGood(error) || now() - createdAt > MAX_AGE_MS
        tried.inc({ outcome: isLast ? 'failed' : 'retried' })
        return isLast ? undefined : backOffMs[Math.min(attempts, backOffMs.length) - 1]
      },
      perform: async ({ id, payload }) => {
        const message = JSON.parse(openSealed(secrets, toEmailBinding(id), payload!)) as Message
        await transport.deliver({ ...message, id })
        tried.inc({ outcome: 'sent' })
      },
    }),
  ]
}
