/**
 * The Cloudstreet API for TypeScript, in Node, Deno, Bun and browsers. Without dependencies.
 *
 * @example
 * import { apiKey, createClient, uploadFlight } from '@cloudstreet/sdk'
 *
 * const client = createClient({ baseUrl: 'https://cloudstreet.example', credential: apiKey('cst_key_…') })
 * const { scoring } = await uploadFlight(client, '2026-05-17.igc')
 *
 * @module
 */
export {
  call,
  type CallOptions,
  type ChangeOptions,
  type Client,
  type ClientOptions,
  createClient,
  type Credential,
  type Fetch,
  type Method,
  type Request,
  type ResponseInfo,
  type Send,
} from './client.ts'
export { type List, type ListOptions, type Page } from './list.ts'
export {
  type Authorization,
  type AuthorizationRequest,
  finishAuthorization,
  type PendingAuthorization,
  startAuthorization,
} from './credentials/authorization-code.ts'
export { type DeviceLogin, startDeviceLogin } from './credentials/device.ts'
export {
  type Application,
  introspectToken,
  type OauthCallOptions,
  type OauthClient,
  revokeToken,
} from './credentials/oauth.ts'
export { signOut, storedTokens } from './credentials/refresh.ts'
export { apiKey, clientCredentials } from './credentials/simple.ts'
export { browserStore, memoryStore, type StoredTokens, type TokenStore } from './credentials/store.ts'
export {
  ApiError,
  AuthenticationError,
  ChangedMeanwhileError,
  CloudstreetError,
  ConnectionError,
  CursorExpiredError,
  InsufficientScopeError,
  InvalidFlightError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  type ReauthorizationReason,
  ReauthorizationRequiredError,
  type Refusal,
  ServerError,
  TooLargeError,
  WebhookVerificationError,
} from './errors.ts'
export {
  type ChangesOptions,
  type ChangesPage,
  correctFlight,
  deleteFlight,
  downloadFlight,
  exportLogbook,
  exportTrack,
  type FlightFilter,
  getAirspace,
  getAnalysis,
  getFlight,
  getScores,
  getTerrain,
  getStatistics,
  getStorage,
  getTrack,
  getTrackColumns,
  listChanges,
  type Listed,
  listFlights,
  listLeagues,
  listTracks,
  nameTakeoff,
  type ScoresOptions,
  type TrackOptions,
} from './flights.ts'
export { getSharedFlight, getSharing, mergeFlights } from './sharing.ts'
export { addGlider, addGliderFlights, changeGlider, deleteGlider, listGliders } from './gliders.ts'
export {
  addPhoto,
  changePhoto,
  deletePhoto,
  getPhoto,
  getSharedPhoto,
  listPhotos,
  type PhotoCall,
  type PhotoOptions,
} from './photos.ts'
export { endConnection, getProfile } from './profile.ts'
export type * from './types.ts'
export {
  type FileOptions,
  type FlightFile,
  getImport,
  importFlights,
  type ImportOptions,
  type UploadCall,
  uploadFlight,
  type UploadProgress,
  validateFlight,
} from './upload.ts'
export {
  createWebhook,
  deleteWebhook,
  type EventPage,
  getWebhook,
  listDeliveries,
  listEvents,
  listWebhooks,
  replayDeliveries,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks/manage.ts'
export {
  type CloudstreetEvent,
  type ReceivedWebhook,
  signWebhook,
  type VerifiedWebhook,
  verifyWebhook,
} from './webhooks/verify.ts'
