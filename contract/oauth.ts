// Requests and answers of the OAuth 2.0 endpoints under /api/oauth (RFC 6749, 7009, 7662, 8414, 8628).
import { type Static, Type } from 'typebox'
import { makeErrorBody } from './errors.ts'
import type { Scope } from './scopes.ts'

export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

export const grantTypes = [
  'client_credentials',
  'authorization_code',
  'refresh_token',
  DEVICE_CODE_GRANT,
] as const

/** The grants as applications are registered for them: the device code grant by its short name. */
export const grantNames = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'device_code',
] as const
export type GrantName = (typeof grantNames)[number]

/** The resources a token can be issued for (RFC 8707), by the path of their address. */
export const resourcePaths = { api: '', mcp: '/mcp' } as const
export type Resource = keyof typeof resourcePaths
export const resourceNames = Object.keys(resourcePaths) as Resource[]

/** As the metadata of the resource has it (RFC 9728). */
export function toResourceAddress(baseUrl: string, resource: Resource): string {
  return `${baseUrl}${resourcePaths[resource]}`
}

/** The error codes of RFC 6749 (5.2), RFC 8628 (3.5) and RFC 8707 (2) that these endpoints answer with. */
export const oauthErrorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  'access_denied',
  'authorization_pending',
  'slow_down',
  'expired_token',
] as const

/** The codes that go back to the redirect URI (RFC 6749 4.1.2.1; the last ones: OpenID Connect Core 3.1.2.6). */
export const authorizationErrorCodes = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'invalid_target',
  'consent_required',
  'login_required',
  'interaction_required',
  'request_not_supported',
  'request_uri_not_supported',
] as const

/** Of a program that registers itself (RFC 7591 3.2.2). */
export const registrationErrorCodes = ['invalid_redirect_uri', 'invalid_client_metadata'] as const
export type RegistrationErrorCode = (typeof registrationErrorCodes)[number]

export type AuthorizationErrorCode = (typeof authorizationErrorCodes)[number]
export type OauthErrorCode = (typeof oauthErrorCodes)[number] | AuthorizationErrorCode | RegistrationErrorCode

export const OauthErrorBody = makeErrorBody('OauthErrorBody', oauthErrorCodes)

const clientId = Type.Optional(
  Type.String({
    description:
      'The id of the application, or the address of the document in which it describes itself; unless it is sent by HTTP Basic.',
    examples: ['65f1c0de9a3b4c5d6e7f8091'],
  }),
)
const clientSecret = Type.Optional(
  Type.String({
    description: 'The secret of a confidential application, unless it is sent by HTTP Basic.',
    examples: ['cst_sec_…'],
  }),
)
const scope = Type.Optional(
  Type.String({
    description:
      'Space-separated scopes. Without it: all registered scopes of the application except the destructive ones; with grant refresh_token: all scopes of the refresh token.',
    examples: ['flights:read profile:read'],
  }),
)

const resource = Type.Optional(
  Type.String({
    format: 'uri',
    description:
      'What the token is for (RFC 8707): the base address of the service for its API, or the address of /mcp; may be ' +
      'given more than once. A token for one is refused at the other. Without it: both, or what was authorized.',
    examples: ['https://example.org/mcp'],
  }),
)

const CLIENT_ID = '65f1c0de9a3b4c5d6e7f8091'

/** One of each grant. A confidential application sends its id and its secret by HTTP Basic. */
const tokenRequests = [
  {
    grant_type: 'authorization_code',
    client_id: CLIENT_ID,
    code: 'cst_code_…',
    redirect_uri: 'https://tracker.example/callback',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  },
  { grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: 'cst_rt_…' },
  { grant_type: 'client_credentials', scope: 'flights:read flights:write' },
  { grant_type: DEVICE_CODE_GRANT, client_id: CLIENT_ID, device_code: 'cst_dc_…' },
]

export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({ enum: [...grantTypes], description: 'How the token is requested.' }),
    client_id: clientId,
    client_secret: clientSecret,
    code: Type.Optional(Type.String({ description: 'authorization_code: the code from the redirect.' })),
    redirect_uri: Type.Optional(
      Type.String({
        description: 'authorization_code: the same as in the authorization request, if it was sent there.',
      }),
    ),
    code_verifier: Type.Optional(
      Type.String({ description: 'authorization_code: the PKCE verifier, 43 to 128 characters (RFC 7636).' }),
    ),
    refresh_token: Type.Optional(
      Type.String({ description: 'refresh_token: the newest one; each works once.' }),
    ),
    device_code: Type.Optional(
      Type.String({ description: 'device_code: the one that the device was given.' }),
    ),
    scope,
    resource,
  },
  { title: 'TokenRequest', examples: tokenRequests },
)

export const TokenResponse = Type.Object(
  {
    access_token: Type.String({ description: 'Opaque; sent as a Bearer token.', examples: ['cst_at_…'] }),
    token_type: Type.Literal('Bearer', { description: 'Always Bearer.' }),
    expires_in: Type.Integer({ description: 'Seconds until the access token expires.', examples: [3600] }),
    scope: Type.String({
      description: 'The scopes granted; they may be fewer than requested.',
      examples: ['flights:read profile:read'],
    }),
    id_token: Type.Optional(
      Type.String({
        description:
          'With the scope openid: who has signed in, as a JWT signed by one of the keys at /api/oauth/jwks.',
      }),
    ),
    refresh_token: Type.Optional(
      Type.String({
        description: 'Use it to get the next access token. It works once.',
        examples: ['cst_rt_…'],
      }),
    ),
    refresh_token_expires_in: Type.Optional(
      Type.Integer({ description: 'Seconds until the refresh token expires.', examples: [2592000] }),
    ),
  },
  { title: 'TokenResponse' },
)
export type TokenResponse = Static<typeof TokenResponse>

export const DeviceAuthorizationRequest = Type.Object(
  { client_id: clientId, client_secret: clientSecret, scope, resource },
  {
    title: 'DeviceAuthorizationRequest',
    examples: [{ client_id: CLIENT_ID, scope: 'flights:write' }],
  },
)

export const DeviceAuthorizationResponse = Type.Object(
  {
    device_code: Type.String({
      description: 'Long and opaque: the device polls the token endpoint with it.',
      examples: ['cst_dc_…'],
    }),
    user_code: Type.String({
      description: 'Short: the user types it at verification_uri.',
      examples: ['WDJB-MJHT'],
    }),
    verification_uri: Type.String({
      format: 'uri',
      description: 'Where the user enters user_code.',
      examples: ['https://example.org/oauth/device'],
    }),
    verification_uri_complete: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'The same page with the code filled in, for a QR code; it still asks for confirmation.',
        examples: ['https://example.org/oauth/device?user_code=WDJB-MJHT'],
      }),
    ),
    expires_in: Type.Integer({ description: 'Seconds until both codes expire.', examples: [900] }),
    interval: Type.Integer({ description: 'Minimum seconds between two polls.', examples: [5] }),
  },
  { title: 'DeviceAuthorizationResponse' },
)
export type DeviceAuthorizationResponse = Static<typeof DeviceAuthorizationResponse>

const tokenTypeHint = Type.Optional(
  Type.String({
    description: 'access_token or refresh_token; ignored, since a token shows its type.',
    examples: ['refresh_token'],
  }),
)

export const RevocationRequest = Type.Object(
  {
    token: Type.String({
      description: 'An access token, a refresh token (its whole chain is revoked) or a personal key.',
    }),
    token_type_hint: tokenTypeHint,
    client_id: clientId,
    client_secret: clientSecret,
  },
  { title: 'RevocationRequest', examples: [{ token: 'cst_rt_…' }] },
)

export const IntrospectionRequest = Type.Object(
  {
    token: Type.String({ description: 'The token to introspect.' }),
    token_type_hint: tokenTypeHint,
    client_id: clientId,
    client_secret: clientSecret,
  },
  { title: 'IntrospectionRequest', examples: [{ token: 'cst_at_…' }] },
)

export const IntrospectionResponse = Type.Object(
  {
    active: Type.Boolean({
      description:
        'False, and nothing else, for a token that is unknown, expired or revoked, or that the caller may not know about.',
    }),
    scope: Type.Optional(Type.String({ description: 'Space-separated scopes.', examples: ['flights:read'] })),
    client_id: Type.Optional(
      Type.String({ description: 'The id of the application; omitted for a personal key.' }),
    ),
    token_type: Type.Optional(
      Type.String({ description: 'Bearer, or refresh_token for a refresh token.', examples: ['Bearer'] }),
    ),
    sub: Type.Optional(Type.String({ description: 'The user for whom the token acts.' })),
    exp: Type.Optional(
      Type.Integer({
        description: 'When it expires, in Unix seconds; omitted for a key that does not expire.',
      }),
    ),
    iat: Type.Optional(Type.Integer({ description: 'When it was issued, in Unix seconds.' })),
    aud: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The addresses that it is for, where it was issued for some of them (RFC 8707).',
        examples: [['https://example.org/mcp']],
      }),
    ),
  },
  {
    title: 'IntrospectionResponse',
    examples: [
      {
        active: true,
        scope: 'flights:read',
        client_id: CLIENT_ID,
        token_type: 'Bearer',
        sub: '68f0a1b2c3d4e5f6a7b8c9d0',
        exp: 1_779_037_445,
        iat: 1_779_033_845,
      },
    ],
  },
)
export type IntrospectionResponse = Static<typeof IntrospectionResponse>

/**
 * The application of this service's own program for the command line, which every installation has: device code, no
 * secret, no owner. GET /api/v1 announces its id.
 */
export const commandLineClient = {
  id: '000000000000000000000001',
  name: 'Cloudstreet command line',
  description: 'The program cloudstreet, on a computer of yours.',
  scopes: ['flights:read', 'flights:write', 'profile:read', 'clubs:read'],
} as const satisfies { id: string; name: string; description: string; scopes: readonly Scope[] }

const redirectUris = Type.Array(Type.String({ examples: ['http://localhost:3334/oauth/callback'] }), {
  description: 'Where codes may be sent: https, or http on a loopback address. Compared exactly.',
})
const clientName = Type.Optional(
  Type.String({
    description: 'What the program calls itself. Users are told that it is unchecked.',
    examples: ['Thermal Assistant'],
  }),
)

/** RFC 7591 2: what else is sent is left out of the answer. */
export const RegistrationRequest = Type.Object(
  {
    redirect_uris: redirectUris,
    client_name: clientName,
    grant_types: Type.Optional(
      Type.Array(Type.String({ examples: ['authorization_code', 'refresh_token'] }), {
        description: 'authorization_code, and refresh_token where it is wanted.',
      }),
    ),
    scope: Type.Optional(
      Type.String({
        description: 'What the program may ask users for; it only reads without it, and can never delete.',
        examples: ['flights:read profile:read'],
      }),
    ),
  },
  { title: 'RegistrationRequest', additionalProperties: true },
)

export const RegistrationResponse = Type.Object(
  {
    client_id: Type.String({
      description: 'The id of the application.',
      examples: ['65f1c0de9a3b4c5d6e7f8091'],
    }),
    client_id_issued_at: Type.Integer({ description: 'Seconds since 1970.', examples: [1_779_012_600] }),
    client_name: clientName,
    redirect_uris: redirectUris,
    grant_types: Type.Array(Type.String({ examples: ['authorization_code'] }), {
      description: 'As it was registered.',
    }),
    response_types: Type.Array(Type.String({ examples: ['code'] }), { description: 'Always code.' }),
    token_endpoint_auth_method: Type.String({
      description: 'Always none: it is a public client, and has to use PKCE.',
      examples: ['none'],
    }),
    scope: Type.String({
      description: 'Scopes that the application may request.',
      examples: ['flights:read profile:read'],
    }),
  },
  { title: 'RegistrationResponse' },
)

export const RegistrationErrorBody = makeErrorBody('RegistrationErrorBody', registrationErrorCodes)
