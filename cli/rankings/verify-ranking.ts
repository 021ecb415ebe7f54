import type { Command } from '../command.ts'

export const verifyRanking: Command = {
  about: 'Computes a ranking again from its proof, and says where they differ.',
  words: 'FILE|URL',
  completes: 'files',
  options: {
    files: {
      type: 'string',
      value: 'FOLDER',
      about: 'IGC files, also in an archive: those of the proof are scored again',
      completes: 'folders',
    },
  },
  examples: [
    'cloudstreet verify-ranking proof.json',
    'cloudstreet verify-ranking proof.json --files season.zip',
    'cloudstreet verify-ranking https://cloudstreet.example/api/v1/rankings/68f0a1b2c3d4e5f6a7b8c9d0/proof',
  ],
  run: async (...given) => (await import('./verify.ts')).verify(...given),
}
