// Describes to a pilot where others can see a flight.
import type { FlightSharing } from '#contract/sharing/shared-flight.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import type { FlightServices } from '../record/services.ts'
import { requireLink } from './links.ts'
import type { SharedReader } from './shared-flight.ts'
import { findOwnFlight } from './store.ts'

/** An unlisted flight gets its link here, the first time that somebody asks for it. */
export async function describeSharing(
  services: FlightServices,
  reader: SharedReader,
  ownerId: string,
  reference: string,
  isNewLink = false,
): Promise<FlightSharing> {
  const found = await findOwnFlight(services.db.sql, ownerId, reference)
  if (!found) throw noSuchFlight()
  const { id } = found.row
  const visibility: FlightSharing['visibility'] = found.row.visibility
  const token =
    visibility === 'unlisted' || isNewLink ? await requireLink(services, ownerId, id, isNewLink) : undefined
  return {
    visibility,
    url: writeUrl(services, visibility === 'public' ? id : token),
    ...(await reader.describeHidden(found)),
  }
}

const writeUrl = ({ config }: FlightServices, reference: string | undefined) =>
  reference === undefined ? null : `${config.baseUrl}/f/${reference}`
