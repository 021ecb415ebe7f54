// A credential at another service is sealed with the installation's secret and bound to its destination.
import type { Sql } from '#server/platform/database/database.ts'
import { openSealed, reseal, seal, type Secrets } from '#server/platform/secrets.ts'
import { listSealed, replaceSealed } from './store.ts'

const toBinding = (destinationId: string) => ({ purpose: 'destination-credential', id: destinationId })

export function sealCredential(secrets: Secrets, destinationId: string, credential: object): Uint8Array {
  return seal(secrets, toBinding(destinationId), JSON.stringify(credential))
}

export function openCredential(secrets: Secrets, destinationId: string, sealed: Uint8Array): object {
  return JSON.parse(openSealed(secrets, toBinding(destinationId), sealed)) as object
}

/** Seals with the first of the secrets what is sealed otherwise; returns how many destinations that were. */
export async function resealDestinations(sql: Sql, secrets: Secrets): Promise<number> {
  let count = 0
  for (const { id, credential } of await listSealed(sql)) {
    const renewed = reseal(secrets, toBinding(id), credential)
    if (!renewed) continue
    await replaceSealed(sql, id, renewed)
    count += 1
  }
  return count
}
