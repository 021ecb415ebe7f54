// What the dashboard's own endpoints under /app/api exchange. Internal: it may change without notice.
// All need a session cookie; a change needs a same-origin request (access/session.ts). Times are milliseconds
// since 1970. Lists come as { items: [...] }; errors are { error, error_description } as everywhere.
import type { Flight, LaunchType } from './flight.ts'
import type { Scope } from './scopes.ts'

// ── accounts ── GET, PATCH, DELETE /app/api/account; POST, DELETE /app/api/account/image;
//    POST /app/api/account/password, /app/api/account/email; GET /app/api/account/export (a ZIP)
export interface Account {
  id: string
  email: string
  emailVerified: boolean
  name: string | null
  /** A path of this service. */
  image: string | null
  publicProfile: boolean
  club: string | null
  civlId: number | null
  earlyAdopter: boolean
  createdAt: number
}
/** PATCH: any of these. */
export type AccountChange = Partial<Pick<Account, 'name' | 'publicProfile' | 'club' | 'civlId'>>
/** DELETE /app/api/account. */
export interface AccountDeletion {
  password: string
}
/** POST /app/api/account/password: 204; every other session ends. */
export interface PasswordChange {
  currentPassword: string
  newPassword: string
}
/** POST /app/api/account/email. */
export interface AddressChange {
  email: string
  password: string
}
/** sent: the change waits for the link that went to the new address. */
export interface AddressChangeAnswer {
  outcome: 'sent' | 'changed'
}
/** GET /app/api/sessions; DELETE /app/api/sessions/:id; POST /app/api/sessions/end-others. */
export interface SignedInSession {
  id: string
  isCurrent: boolean
  createdAt: number
  lastSeenAt: number
  address: string | null
  browser: string | null
}

// ── keys ── GET, POST /app/api/keys; DELETE /app/api/keys/:id (revoke)
export interface KeySummary {
  id: string
  name: string
  /** Prefix and last four characters, such as cst_key_…a1B2. */
  hint: string
  scopes: Scope[]
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
  lastUsedAt: number | null
  lastUsedAddress: string | null
}
export interface NewKey {
  name: string
  scopes: Scope[]
  /** 1 to 365; null for a key that does not expire. */
  days: number | null
}
/** Answer of POST: the only time the key is shown. */
export interface CreatedKey {
  id: string
  key: string
}

// ── access ledger ── GET /app/api/ledger (90 days, newest first)
export interface LedgerRow {
  /** UTC: 2026-05-17. */
  day: string
  /** Null for a personal key. */
  applicationId: string | null
  applicationName: string | null
  keyId: string | null
  keyName: string | null
  scope: Scope
  count: number
  firstAt: number
  lastAt: number
}
/** GET /app/api/usage: requests a day of the last 30 days over the user's keys and applications, and the limits. */
export interface Usage {
  days: { day: string; requests: number; uploads: number }[]
  limits: { windowSeconds: number; requests: number; uploads: number }
}

// ── oauth ── GET, POST /app/api/applications; GET, PATCH, DELETE /app/api/applications/:id;
//    POST /app/api/applications/:id/rotate-secret, /disable, /enable
export type ApplicationType = 'confidential' | 'public'
export type GrantName = 'authorization_code' | 'refresh_token' | 'client_credentials' | 'device_code'
export interface NewApplication {
  name: string
  description: string | null
  website: string | null
  type: ApplicationType
  grants: GrantName[]
  scopes: Scope[]
  redirectUris: string[]
}
export type ApplicationChange = Partial<Omit<NewApplication, 'type'>>
export interface ApplicationSummary extends NewApplication {
  /** The client_id. */
  id: string
  createdAt: number
  disabledAt: number | null
  /** Users with a live consent. */
  connectedUsers: number
  /** When the secret before the last rotation stops working. */
  oldSecretExpiresAt: number | null
}
export interface ApplicationDetail extends ApplicationSummary {
  /** Refused token requests of the last 30 days by error code. */
  refusals: { error: string; count: number; lastAt: number }[]
  incidents: Incident[]
}
/** Answer of POST and of rotate-secret: the only time the secret is shown; null for a public application. */
export interface CreatedApplication {
  id: string
  clientSecret: string | null
}
/** A replayed refresh token or code: GET /app/api/incidents for the user. */
export interface Incident {
  id: string
  kind: 'refresh_token_replayed' | 'code_replayed'
  applicationId: string
  applicationName: string
  occurredAt: number
  address: string | null
}
/** Connected applications: GET /app/api/connections; DELETE /app/api/connections/:applicationId. */
export interface Connection {
  applicationId: string
  applicationName: string
  ownerName: string | null
  website: string | null
  scopes: Scope[]
  since: number
  lastUsedAt: number | null
}

// ── flights ── GET /app/api/flights?season&site&type&page; GET /app/api/flights/statistics;
//    (?season); POST /app/api/flights/upload (as the public one); GET, PATCH (both give a FlightRow), DELETE
//    /app/api/flights/:id; GET /app/api/flights/:id/igc; GET /app/api/flights/:id/track
export interface FlightRow {
  flight: Flight
  /** A few dozen points of the track for a small picture: latitude and longitude in turns. */
  shape: number[]
  /** The take-off's country in English. */
  countryName: string | null
  /** How far the clocks at the take-off were ahead of UTC. */
  utcOffsetSeconds: number
}
export interface FlightPage {
  items: FlightRow[]
  page: number
  pageSize: number
  totalCount: number
  totalPages: number
}
export interface FlightStatistics {
  flights: number
  seconds: number
  kilometres: number
  bestScore: number
  bestFlightId: string | null
  seasons: number[]
  sites: { id: string; name: string; country: string; flights: number }[]
  types: string[]
  /** 2026-05 and the scored kilometres in it. */
  months: { month: string; kilometres: number; flights: number }[]
  /** Days with a flight: 2026-05-17 and the seconds flown. */
  days: { day: string; seconds: number; flights: number }[]
}
/** Answer of POST /app/api/flights/upload, in `data`. */
export interface UploadedFlight {
  id: string
  hash: string
  fileName: string
  isNew: boolean
}
/** GET /app/api/flights/:id/track: the flight's range in whole numbers, each the step from the fix before; the first from 0. */
export interface FlightTrack {
  /** Seconds since 1970, UTC. */
  seconds: number[]
  /** Millionths of a degree. */
  latitude: number[]
  longitude: number[]
  /** Metres: by pressure when the recorder has a barometer, else by GNSS. */
  altitude: number[]
}
export interface FlightChange {
  launch_type?: LaunchType
  is_tandem?: boolean
}

// ── webhooks ── GET, POST /app/api/webhooks (?applicationId= for an application's); PATCH, DELETE
//    /app/api/webhooks/:id; POST /app/api/webhooks/:id/rotate-secret, /test, /replay ({ since } or { deliveryId });
//    GET /app/api/webhooks/:id/deliveries?status&before
export interface WebhookSummary {
  id: string
  url: string
  applicationId: string | null
  createdAt: number
  disabledAt: number | null
  disabledReason: string | null
  lastDeliveredAt: number | null
  pending: number
  failing: boolean
}
export interface NewWebhook {
  url: string
  applicationId?: string
}
/** PATCH: any of these. */
export interface WebhookChange {
  url?: string
  enabled?: boolean
}
/** Answer of POST and of rotate-secret: the only time the secret is shown. */
export interface CreatedWebhook {
  id: string
  secret: string
}
export interface DeliverySummary {
  id: string
  sequence: number
  event: string
  status: 'pending' | 'delivered' | 'failed'
  createdAt: number
  nextAttemptAt: number | null
  attempts: DeliveryAttempt[]
  payload: string
  /** Asked for as a test; its flight does not exist. */
  isTest: boolean
}
export interface DeliveryAttempt {
  at: number
  /** Null when no answer came. */
  status: number | null
  latencyMs: number
  error: string | null
  /** First 1 KiB of the answer. */
  answer: string | null
}

// ── map ── GET /app/api/map?west&south&east&north&zoom: the offline base map of a view
export interface BaseMap {
  /** What the areas are drawn on: they are the other. */
  background: 'land' | 'water'
  /** Each an outline and its holes: longitude and latitude in turns. */
  areas: number[][][]
  borders: number[][]
  towns: MapTown[]
}
export interface MapTown {
  name: string
  population: number
  lat: number
  lng: number
}
export interface MapTakeoff {
  id: string
  name: string
  lat: number
  lng: number
}
export interface MapView extends BaseMap {
  takeoffs: MapTakeoff[]
}
