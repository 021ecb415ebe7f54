// An upload by whatever door, in whatever language it came in.
import { noteFirstFlight } from '#server/access/devices/store.ts'
import type { Caller } from '#server/access/operations/operation.ts'
import type { FlightServices } from '../record/services.ts'
import type { Upload } from './read-request.ts'
import type { Idempotency } from '#server/access/once/answer-once.ts'
import { uploadFlight, type UploadOutcome } from './upload.ts'

export async function deliverFlight(
  services: FlightServices,
  caller: Caller,
  file: Upload,
  key?: Idempotency,
): Promise<UploadOutcome> {
  const owned = { ...file, applicationId: uploaderOf(caller) }
  const outcome = await uploadFlight(services, caller.userId, owned, key)
  const { credential } = caller
  // Also for a flight that was there: the dashboard waits for a sign that the device works.
  if (credential?.kind === 'device')
    await noteFirstFlight(services.db.sql, services.now(), credential.id, outcome.id)
  return outcome
}

/** The application that uploads on its own account, by its client credentials. */
export function uploaderOf({ credential }: Caller): string | undefined {
  return credential?.grantType === 'client_credentials' ? credential.applicationId : undefined
}
