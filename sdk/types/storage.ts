// Written by scripts/sdk/types.ts from contract/; not by hand.

export type StorageUse = {
  /** The size of all stored IGC files of the pilot, as they were uploaded. */
  usedBytes: number
  /** How much they may take together; null without a limit. */
  quotaBytes: number | null
}
