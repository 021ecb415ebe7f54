// The requests for operations of destinations and webhooks.
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
  'POST /destinations/:id/look': none,
  'GET /destinations/:id/backfill': () => [{}, { query: 'since=2026-01-01' }],
  'POST /destinations/:id/backfill': () => [{ json: {} }],
  'POST /forwards/:id/retry': none,
  'POST /webhooks': () => [{ json: { url: HOOK_URL } }],
  'POST /applications/:id/webhooks': () => [{ json: { url: HOOK_URL } }],
  'PATCH /webhooks/:id': () => [{ json: { description: 'Mine' } }],
  'POST /webhooks/:id/rotate-secret': none,
  'POST /webhooks/:id/replay': ({ own, strange }) => [
    { json: { deliveryId: own.deliveries[0] ?? 'a'.repeat(24) } },
    { json: { deliveryId: strange.deliveries[0] ?? 'b'.repeat(24) } },
    { json: { since: '2026-06-01T00:00:00Z' } },
  ],
  'POST /webhooks/:id/test': none,
}
