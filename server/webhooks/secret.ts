// A webhook's secret is sealed with the installation's secret: the database alone is not enough to sign. It is bound to
// its webhook: copied into another webhook's row, it does not open.
import type { Sql } from '#server/platform/database/database.ts'
import { openSealed, reseal, seal, type Secrets } from '#server/platform/secrets.ts'
import { listSealedSecrets, replaceSealedSecrets, type SealedSecrets } from './store.ts'

const toBinding = (webhookId: string) => ({ purpose: 'webhook-secret', id: webhookId })

export function sealSecret(secrets: Secrets, webhookId: string, secret: string): Uint8Array {
  return seal(secrets, toBinding(webhookId), secret)
}

/** The current secret first; during a rotation also the old one. */
export function openSecrets(
  secrets: Secrets,
  webhook: SealedSecrets & { old_secret_expires_at: number | null },
  nowMs: number,
): string[] {
  const open = (sealed: Uint8Array) => openSealed(secrets, toBinding(webhook.id), sealed)
  const isOldValid = (webhook.old_secret_expires_at ?? 0) > nowMs
  return [open(webhook.secret), ...(isOldValid && webhook.old_secret ? [open(webhook.old_secret)] : [])]
}

/** Seals with the first of the secrets what is sealed otherwise; returns how many webhooks that were. */
export async function resealWebhooks(sql: Sql, secrets: Secrets): Promise<number> {
  let count = 0
  for (const { id, secret, old_secret } of await listSealedSecrets(sql)) {
    const renewed = reseal(secrets, toBinding(id), secret)
    const renewedOld = old_secret ? reseal(secrets, toBinding(id), old_secret) : undefined
    if (!renewed && !renewedOld) continue
    const sealed = { id, secret: renewed ?? secret, old_secret: renewedOld ?? old_secret }
    await replaceSealedSecrets(sql, sealed)
    count += 1
  }
  return count
}
