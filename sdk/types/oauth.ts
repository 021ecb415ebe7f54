// Written by scripts/sdk/types.ts from contract/; not by hand.

export type TokenResponse = {
  /** Opaque; sent as a Bearer token. */
  access_token: string
  /** Always Bearer. */
  token_type: 'Bearer'
  /** Seconds until the access token expires. */
  expires_in: number
  /** The scopes granted; they may be fewer than requested. */
  scope: string
  /** With the scope openid: who has signed in, as a JWT signed by one of the keys at /api/oauth/jwks. */
  id_token?: string
  /** Use it to get the next access token. It works once. */
  refresh_token?: string
  /** Seconds until the refresh token expires. */
  refresh_token_expires_in?: number
}

export type DeviceAuthorizationResponse = {
  /** Long and opaque: the device polls the token endpoint with it. */
  device_code: string
  /** Short: the user types it at verification_uri. */
  user_code: string
  /** Where the user enters user_code. */
  verification_uri: string
  /** The same page with the code filled in, for a QR code; it still asks for confirmation. */
  verification_uri_complete?: string
  /** Seconds until both codes expire. */
  expires_in: number
  /** Minimum seconds between two polls. */
  interval: number
}

export type IntrospectionResponse = {
  /** False, and nothing else, for a token that is unknown, expired or revoked, or that the caller may not know about. */
  active: boolean
  /** Space-separated scopes. */
  scope?: string
  /** The id of the application; omitted for a personal key. */
  client_id?: string
  /** Bearer, or refresh_token for a refresh token. */
  token_type?: string
  /** The user for whom the token acts. */
  sub?: string
  /** When it expires, in Unix seconds; omitted for a key that does not expire. */
  exp?: number
  /** When it was issued, in Unix seconds. */
  iat?: number
  /** The addresses that it is for, where it was issued for some of them (RFC 8707). */
  aud?: Array<string>
}
