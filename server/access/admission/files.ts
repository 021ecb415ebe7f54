// Each file is counted, by whatever door it comes: of its credential, and of the user over all credentials, sessions,
// dialects and archives.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credential } from '../credentials.ts'
import { type CountingServices, credentialBudgets, spend, userBudget } from '../limits/budgets.ts'

/** How much of the user's uploads an archive may use up: the rest is for what the user sends meanwhile. */
const ARCHIVE_SHARE = 0.75

/** Before they are worked on: throws 429, and then none of them is counted. */
export async function countFiles(
  services: CountingServices,
  request: FastifyRequest,
  reply: FastifyReply,
  credential: Credential,
  files = 1,
): Promise<void> {
  request.files = (request.files ?? 0) + files
  await spend(services, reply, credentialBudgets(services.config, credential), files)
}

/** The other files of a request of which one was counted before it was read. Refused, that one is not counted either. */
export async function countOtherFiles(
  services: CountingServices,
  request: FastifyRequest,
  reply: FastifyReply,
  credential: Credential,
  files: number,
): Promise<void> {
  if (files <= 0) return
  try {
    await countFiles(services, request, reply, credential, files)
  } catch (error) {
    for (const { name, requests, uploads } of credentialBudgets(services.config, credential))
      if (requests > 0 || uploads > 0) services.counters.giveBack(name, 1)
    throw error
  }
}

/** For a file that can wait: undefined when it may be worked on now, and is counted; else when to try again. */
export async function paceFile(services: CountingServices, userId: string): Promise<number | undefined> {
  const budget = userBudget(services.config.rateLimits, userId)
  if (budget.uploads === 0) return undefined
  const uploads = Math.max(1, Math.floor(budget.uploads * ARCHIVE_SHARE))
  const count = await services.counters(budget.name, { ...budget, requests: 0, uploads }, 1)
  if (!count) services.counters.noteUncounted()
  return count?.isRefused ? count.endsAt : undefined
}

/** It was counted, but could not be worked on. */
export function returnFile({ config, counters }: CountingServices, userId: string): void {
  const { name, uploads } = userBudget(config.rateLimits, userId)
  if (uploads > 0) counters.giveBack(name, 1)
}
