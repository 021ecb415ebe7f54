// The requests for operations of clubs.
import type { Input } from './asked.ts'
import { copiedPhoto, SAME_CLUB, SAME_NAME } from './stranger.ts'

export const clubInputs: Record<string, Input> = {
  'GET /clubs': ({ own, strange }) => [
    {},
    { query: 'mine=true' },
    { query: `q=${SAME_NAME.slice(0, 6)}&country=FR` },
    { query: `after=${own.clubs[0]}` },
    { query: `after=${strange.clubs[0]}` },
  ],
  'GET /clubs/:id/members': ({ strange }) => [
    {},
    { query: 'state=requested' },
    { query: 'state=removed' },
    { query: `after=${strange.clubs[0]}` },
  ],
  'POST /clubs': () => [{ json: { ...SAME_CLUB, handle: 'own-meadow', visible: 'public' } }],
  'PATCH /clubs/:id': () => [{ json: { name: SAME_NAME } }],
  'PUT /clubs/:id/picture': () => [{ bytes: copiedPhoto(), headers: { 'content-type': 'image/jpeg' } }],
  'DELETE /clubs/:id/picture': () => [{}],
  'PUT /clubs/:id/membership': () => [{ json: {} }],
  'PATCH /clubs/:id/membership': () => [{ json: { displayName: 'full' } }],
  'PUT /clubs/:id/members/:memberId': () => [{}],
  'PATCH /clubs/:id/members/:memberId': () => [{ json: { role: 'reviewer' } }],
  'POST /clubs/:id/owner': ({ strange }) => [
    { json: { memberId: strange.clubMembers[0] ?? 'b'.repeat(24) } },
  ],
  'POST /clubs/:id/invitations': () => [{ json: {} }],
  'POST /clubs/:id/invited-addresses': ({ me, strangeEmail }) => [
    { json: { addresses: [strangeEmail, me.user.email, 'no-address'] } },
  ],
  'POST /clubs/invitations/offer': () => [{ json: { token: 'x'.repeat(22) } }],
  'POST /clubs/invitations/accept': () => [{ json: { token: 'x'.repeat(22) } }],
}
