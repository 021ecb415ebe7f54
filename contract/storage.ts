// How much room a pilot's files take.
import { type Static, Type } from 'typebox'
import { orNull } from './values.ts'

export const StorageUse = Type.Object(
  {
    usedBytes: Type.Integer({
      description: 'The size of all stored IGC files of the pilot, as they were uploaded.',
      examples: [48_211_904],
    }),
    quotaBytes: orNull(
      Type.Integer({ examples: [500_000_000] }),
      'How much they may take together; null without a limit.',
    ),
  },
  { title: 'StorageUse' },
)
export type StorageUse = Static<typeof StorageUse>

export const StorageResponse = Type.Object({ data: StorageUse }, { title: 'StorageResponse' })
