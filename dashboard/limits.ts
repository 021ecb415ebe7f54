// Limits shared by forms and server.

/** The name of a user, an application, a key, a device, a passkey. */
export const MAX_NAME_LENGTH = 100
export const MAX_KEY_DAYS = 365

/** Of a privacy zone. */
export const MIN_ZONE_RADIUS_M = 300
export const MAX_ZONE_RADIUS_M = 2000

/** Of the address of a public profile, below /p. */
export const HANDLE_PATTERN = '^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])$'
