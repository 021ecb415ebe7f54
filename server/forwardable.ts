// Forwards read flights, and know the services that take them, through this alone.
import { listForwardable, readForwardable } from '#server/flights/read/forwardable.ts'
import type { ReadingServices } from '#server/flights/files/files.ts'
import { kinds } from '#server/forwards/kinds/kinds.ts'
import type { ForwardServices } from '#server/forwards/sources.ts'
import type { Services } from '#server/platform/services.ts'

export function withForwardable<Given extends Services & ReadingServices>(
  services: Given,
): Given & ForwardServices {
  const forwardable = {
    list: listForwardable,
    read: (ownerId: string, id: string) => readForwardable(services, ownerId, id),
  }
  return { ...services, kinds, forwardable }
}
