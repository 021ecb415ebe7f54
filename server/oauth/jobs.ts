// Deletes expired OAuth records in small batches: the tables do not grow with time.
import { deleteExpiredTokens } from '#server/access/revocation.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { keptSince } from '#server/platform/settings/retention.ts'
import { HOUR_MS, MINUTE_MS, toDay } from '#server/platform/time.ts'
import { tendKeys } from './openid/keys.ts'
import { deleteOldChains } from './stores/chains.ts'
import { deleteOldCodes } from './stores/codes.ts'
import { deleteUnusedDocuments } from './stores/documents.ts'
import { deleteOldDeviceCodes } from './stores/device-codes.ts'
import { deleteOldIncidents } from './stores/incidents.ts'
import { deleteOldRefusals } from './stores/refusals.ts'

const BATCH_SIZE = 500

export function listOauthJobs(services: Services): Job[] {
  return [
    { name: 'delete expired oauth records', everyMs: 15 * MINUTE_MS, run: () => deleteExpired(services) },
    { name: 'tend signing keys', everyMs: HOUR_MS, run: () => tendKeys(services) },
  ]
}

/** One batch of each kind; true when any was full and there may be more. */
export async function deleteExpired(services: Services): Promise<boolean> {
  const { sql } = services.db
  const before = keptSince(services, 'expired')
  const counts = [
    // Access tokens live for about an hour: one that expired yesterday is not asked about.
    await deleteExpiredTokens(sql, before, BATCH_SIZE),
    await deleteOldDeviceCodes(sql, before, BATCH_SIZE),
    await deleteOldChains(sql, before, BATCH_SIZE),
    await deleteOldCodes(sql, before, BATCH_SIZE),
    await deleteOldIncidents(sql, keptSince(services, 'incidents'), BATCH_SIZE),
    await deleteUnusedDocuments(sql, before, BATCH_SIZE),
    await deleteOldRefusals(sql, toDay(keptSince(services, 'refusals'))),
  ]
  return counts.some((count) => count >= BATCH_SIZE)
}
