// Budgets: something that may be used so often in a window, such as a credential, a user, a client or an address. A request
// may spend from several of them; refused by one, it is counted by none.
import type { FastifyReply } from 'fastify'
import { payloadTooLarge } from '#server/platform/errors.ts'
import type { Config } from '#server/platform/config.ts'
import type { Services } from '#server/platform/services.ts'
import { toNetwork } from '../address.ts'
import type { Credential } from '../credentials.ts'
import type { Counters } from './counters.ts'
import { rateLimitExceeded } from './limiter.ts'
import type { Count, Quota } from './quota.ts'

export interface Budget extends Quota {
  name: string
}

/** One set of counters for everything in the process that spends: routes, dialects, imports. */
export interface CountingServices extends Services {
  readonly counters: Counters
}

/** The uploads of all credentials and sessions of one user together, in uploads of one of them. */
const USER_FACTOR = 4

/** The budgets of the credential, and of its user. */
export function credentialBudgets({ rateLimits }: Config, credential: Credential): Budget[] {
  const { windowSeconds, requests, uploads } = rateLimits
  const own = { requests: credential.requestQuota ?? requests, uploads: credential.uploadQuota ?? uploads }
  return [
    { name: nameOf(credential), windowMs: windowSeconds * 1000, ...own },
    userBudget(rateLimits, credential.userId, own),
  ]
}

function nameOf({ id, userId, applicationId }: Credential): string {
  return applicationId ? `${userId}:${applicationId}` : id
}

/** The budget of everything that acts for one user; never less than the operator has granted one application. */
export function userBudget(
  { windowSeconds, requests, uploads, user }: Config['rateLimits'],
  userId: string,
  own: { requests: number; uploads: number } = { requests, uploads },
): Budget {
  const factor = requests > 0 ? user / requests : USER_FACTOR
  const isUnlimited = user === 0 || own.requests === 0
  return {
    name: `user:${userId}`,
    windowMs: windowSeconds * 1000,
    requests: isUnlimited ? 0 : Math.max(user, own.requests),
    uploads:
      uploads === 0 || own.uploads === 0 || factor === 0
        ? 0
        : Math.max(Math.ceil(uploads * factor), own.uploads),
  }
}

export function addressBudget({ rateLimits }: Config, address: string): Budget {
  const { windowSeconds, requests, uploads } = rateLimits
  return { name: `address:${toNetwork(address)}`, windowMs: windowSeconds * 1000, requests, uploads }
}

interface Counted {
  budget: Budget
  count: Count | undefined
}

/** Counts one request with so many files, and sets the headers of the answer; throws 429 when a budget is used up. */
export async function spend(
  services: CountingServices,
  reply: FastifyReply,
  budgets: readonly Budget[],
  files = 0,
): Promise<void> {
  const limited = budgets.filter(({ requests, uploads }) => requests > 0 || (files > 0 && uploads > 0))
  if (limited.length === 0) return
  for (const { uploads } of limited) if (uploads > 0 && files > uploads) throw tooManyFiles(uploads)
  const counts = await Promise.all(limited.map((budget) => services.counters(budget.name, budget, files)))
  const counted = limited.map((budget, index) => ({ budget, count: counts[index] }))
  conclude(services, reply, counted, files)
}

/** A request that another budget has refused is given back to those that had counted it. */
function conclude(services: CountingServices, reply: FastifyReply, counting: Counted[], files: number): void {
  const { counters } = services
  if (counting.some((entry) => !entry.count)) counters.noteUncounted()
  const refused = counting.find((entry) => entry.count?.isRefused)
  if (refused) {
    for (const { budget, count } of counting)
      if (count && !count.isRefused) counters.giveBack(budget.name, files)
  }
  report(services, reply, refused ?? tightest(counting, files), files)
}

/** The one with the least left. */
function tightest(counting: Counted[], files: number): Counted {
  const left = ({ budget, count }: Counted) => describe(count, budget, files).remaining
  return counting.reduce((least, entry) => (left(entry) < left(least) ? entry : least))
}

function report(
  services: Services,
  reply: FastifyReply,
  { budget, count: counted }: Counted,
  files: number,
): void {
  const now = services.now()
  const { limit, remaining } = describe(counted, budget, files)
  const endsAt = counted?.endsAt ?? now + budget.windowMs
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', Math.ceil(endsAt / 1000))
  if (counted?.isRefused) throw rateLimitExceeded(endsAt, now)
}

/** An upload uses two budgets: the headers show the one with less left. */
function describe(counted: Count | undefined, quota: Quota, files: number) {
  const requests = { limit: quota.requests, remaining: quota.requests - (counted?.requests ?? 0) }
  if (files === 0 || quota.uploads === 0) return requests
  const uploads = { limit: quota.uploads, remaining: quota.uploads - (counted?.uploads ?? 0) }
  return quota.requests === 0 || uploads.remaining < requests.remaining ? uploads : requests
}

const tooManyFiles = (max: number) =>
  payloadTooLarge(`The request has more than ${max} flights: send fewer at once, or import an archive.`)
