// An upload by a credential, whatever language it came in.
import type { Caller } from '#server/access/bearer.ts'
import { noteFirstFlight } from '#server/access/devices/store.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import type { Upload } from './read-request.ts'
import type { Idempotency } from './answer-once.ts'
import { uploadFlight, type UploadOutcome } from './upload.ts'

export async function deliverFlight(
  services: FlightServices,
  caller: Caller,
  file: Upload,
  key?: Idempotency,
): Promise<UploadOutcome> {
  const applicationId = caller.grantType === 'client_credentials' ? caller.applicationId : undefined
  const outcome = await uploadFlight(services, caller.userId, { ...file, applicationId }, key)
  // Also for a flight that was there: the dashboard waits for a sign that the device works.
  if (caller.kind === 'device') await noteFirstFlight(services.db.sql, services.now(), caller.id, outcome.id)
  return outcome
}
