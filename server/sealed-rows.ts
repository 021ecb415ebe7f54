// Everything in the database that is sealed with the installation's secret, and how that secret is replaced.
import { resealTotpFactors } from '#server/accounts/second-factor/store.ts'
import { resealDestinations } from '#server/forwards/credential.ts'
import { resealLinks } from '#server/flights/sharing/links.ts'
import { resealSigningKeys } from '#server/oauth/stores/signing-keys.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { addSecret, dropOldSecrets, storeFingerprint } from '#server/platform/installation-secret.ts'
import { requireReaders } from '#server/platform/nodes.ts'
import { resealEmails } from '#server/platform/mail/email-store.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { resealWebhooks } from '#server/webhooks/secret.ts'

async function resealRows(sql: Sql, secrets: Secrets) {
  return {
    webhooks: await resealWebhooks(sql, secrets),
    destinations: await resealDestinations(sql, secrets),
    emails: await resealEmails(sql, secrets),
    authenticatorApps: await resealTotpFactors(sql, secrets),
    signingKeys: await resealSigningKeys(sql, secrets),
    flightLinks: await resealLinks(sql, secrets),
  }
}

/** First makes the new secret; then, when the service runs with both, seals everything with the new one. */
export async function rotateSecret({ config, db, now, secrets }: Services): Promise<object> {
  if (secrets.length === 1) return prepareRotation(config, secrets)
  const resealed = await db.transaction(async (sql) => {
    await requireReaders(sql, now(), secrets)
    await storeFingerprint(sql, secrets)
    return resealRows(sql, secrets)
  })
  if (!config.secrets) dropOldSecrets(config, secrets)
  const next = config.secrets
    ? 'Remove the old secret from CLOUDSTREET_SECRET and restart every node.'
    : 'The old secret is gone from the data folder. Restart the service.'
  return { resealed, next: `${next} Who has not signed in since the last restart will sign in again.` }
}

function prepareRotation(config: Services['config'], secrets: Secrets): object {
  if (config.secrets) {
    throw new Error(
      'CLOUDSTREET_SECRET holds one secret. Put the new one in front of it, with a comma between them, ' +
        'restart every node, and run this again.',
    )
  }
  addSecret(config, secrets)
  return { next: 'There is a new secret in the data folder. Restart the service now, then run this again.' }
}
