// Exceptions from the comparison, with their reasons.
import type { Asked, Sent } from './inputs.ts'
import { SAME_CLUB, STRANGE_CLUB, STRANGE_HANDLE } from './stranger.ts'

/** Facts about others that show nevertheless, and why they have to. Each is asked, so the list stays true. */
export const inherent: readonly { route: string; sent: (asked: Asked) => Sent; why: string }[] = [
  {
    route: 'PATCH /app/api/sharing',
    sent: () => ({ json: { handle: STRANGE_HANDLE } }),
    why: 'A handle is an address: two pilots cannot have the same one.',
  },
  {
    route: 'POST /app/api/clubs',
    sent: () => ({ json: { ...SAME_CLUB, handle: STRANGE_CLUB, visible: 'members' } }),
    why: 'A handle is an address: two clubs cannot have the same one.',
  },
  {
    route: 'GET /oauth/authorize',
    sent: ({ strange }) => ({
      query: `response_type=code&client_id=${strange.applications[0]}&code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`,
    }),
    why: 'A client id is public: the page says to whom a user is about to give access.',
  },
]

/** Operations that no request of the sweep succeeds with, and why not. */
export const refused: Record<string, string> = {
  'GET /app/tiles/heights/:z/:x/:y': 'is there only with heights',
  'GET /app/tiles/shade/:z/:x/:y': 'is there only with heights',
  'POST /oauth/authorize': 'answers the form of a consent, which is the user’s own',
  'POST /sign-in/second-factor': 'goes on with a sign-in of one browser',
  'POST /sign-in/second-factor/passkey/options': 'goes on with a sign-in of one browser',
  'POST /sign-in/second-factor/passkey': 'goes on with a sign-in of one browser',
  'POST /sign-in/passkey': 'takes what an authenticator has signed',
  'POST /second-factors/passkeys': 'takes what an authenticator has signed',
  'POST /second-factors/app/confirm': 'takes the code of the user’s own app',
  'POST /reset-password': 'takes the link of an email',
  'POST /verify-email': 'takes the link of an email',
  'POST /keep-email': 'takes the link of an email',
  'POST /end-forwarding': 'takes the link of an email',
  'POST /undo-factor': 'takes the link of an email',
  'POST /undo-sharing': 'takes the link of an email',
  'GET /reset-password': 'takes the link of an email',
  'GET /keep-email': 'takes the link of an email',
  'GET /end-forwarding': 'takes the link of an email',
  'GET /undo-factor': 'takes the link of an email',
  'GET /undo-sharing': 'takes the link of an email',
  'POST /account/password': 'would end the session: asked with a wrong password',
  'POST /api/devices/revoke-self': 'would end the device: asked with a wrong token',
  'POST /api/devices/revoke-self/': 'would end the device: asked with a wrong token',
  'POST /flights/:id/merge':
    'two recordings of one flight are the pilot’s own; asked with a stranger’s flight',
  'POST /destinations/:id/look': 'is for watched folders alone: this destination is sent flights',
  'GET /destinations/:id/files': 'is for watched folders alone: this destination is sent flights',
  'DELETE /rankings/:id': 'is gone with its season, which was deleted just before',
  'PUT /clubs/:id/membership': 'the pilot is a member of the own club already',
  'POST /seasons/:id/reviews/:flightId/answers': 'nothing was asked about the pilot’s own flights',
  'POST /seasons/:id/decisions':
    'flights of the own club are the pilot’s own, and another reviewer decides about them',
  'POST /sharing/zones/:id/smaller': 'is for zones of before alone: this one has the smaller disc',
  'POST /clubs/:id/owner': 'would give the club away: asked with a member of another club',
  'POST /clubs/invitations/offer': 'takes the link of an invitation',
  'POST /clubs/invitations/accept': 'takes the link of an invitation',
  'GET /flights/:id/ground': 'there are no height files',
  'GET /f/:reference/ground': 'there are no height files',
  'GET /api/flights/leonardo': 'has no form to show',
  'GET /visit/clubs/:id/picture': 'the dashboard gives another club a picture than visitors are asked about',
  'GET /images/:name': 'a picture is found by the hash of its bytes alone',
  'GET /.well-known/security.txt': 'there is no contact',
  'GET /app/assets/*': 'the names change with each build',
  'GET /visit/*': 'asks a visitor to sign in',
  'GET /metrics': 'takes the operator’s token',
  'DELETE /connection': 'the dashboard has ended the connection before',
}
