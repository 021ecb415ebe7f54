// Forwards read flights, and know the services that take them, through this alone.
import { listForwardable, readForwardable } from '#server/flights/read/for-others.ts'
import { listOutcomes } from '#server/flights/import/outcomes.ts'
import { stageImport } from '#server/flights/import/stage.ts'
import type { ReadingServices } from '#server/flights/files/files.ts'
import { describeStorage } from '#server/flights/files/quota.ts'
import { kinds } from '#server/forwards/kinds/kinds.ts'
import type { ForwardServices, IncomingFile } from '#server/forwards/sources.ts'
import type { Services } from '#server/platform/services.ts'

export function withForwardable<Given extends Services & ReadingServices>(
  services: Given,
): Given & ForwardServices {
  const forwardable = {
    list: listForwardable,
    read: (ownerId: string, id: string) => readForwardable(services, ownerId, id),
    take: async (ownerId: string, fileName: string, files: readonly IncomingFile[]) => {
      const source = files.map((file) =>
        'bytes' in file
          ? ({ kind: 'flight', description: undefined, ...file } as const)
          : ({ kind: 'refused', ...file } as const),
      )
      const staged = await stageImport(services, ownerId, {
        source,
        fileName,
        options: {},
        isForDashboard: true,
      })
      return staged.id
    },
    hasRoom: async (ownerId: string) => {
      const { usedBytes, quotaBytes } = await describeStorage(services, ownerId)
      return quotaBytes === null || usedBytes < quotaBytes
    },
    outcomes: (ownerId: string, importId: string) => listOutcomes(services.db.sql, ownerId, importId),
  }
  return { ...services, kinds, forwardable }
}
