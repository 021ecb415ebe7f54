// The requests for operations of destinations.
import type { Input } from './asked.ts'
import { HOOK_URL, SAME_NAME } from './stranger.ts'

const none: Input = () => [{}]

export const forwardInputs: Record<string, Input> = {
  'POST /destinations': () => [
    {
      json: {
        kind: 'fittrackee',
        label: SAME_NAME,
        settings: { url: HOOK_URL },
        credential: { password: 'x' },
      },
    },
  ],
  'PATCH /destinations/:id': () => [{ json: { label: 'Mine' } }],
  'POST /destinations/:id/pause': () => [{ json: { state: 'paused' } }],
  'POST /destinations/:id/resume': none,
  'POST /destinations/:id/check': none,
  'GET /destinations/:id/backfill': () => [{}, { query: 'since=2026-01-01' }],
  'POST /destinations/:id/backfill': () => [{ json: {} }],
  'POST /forwards/:id/retry': none,
}
