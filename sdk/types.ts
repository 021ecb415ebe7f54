// The contract's types, as the SDK exports them. The published package has them written out (scripts/sdk/types.ts).
export type { AirspaceEntry, EnteredAirspace, FlightAirspace } from '../contract/airspace.ts'
export type { AnalysisSummary, FlightAnalysis, Phase, Wind } from '../contract/analysis.ts'
export type { Certificate, ScoredPoint } from '../contract/certificate.ts'
export type {
  ListedSeason,
  RowDetails,
  Ranking,
  RankingChange,
  RankingDefinition,
  RankingRows,
  RankingRowsQuery,
  Season,
  SeasonChange,
  SeasonDefinition,
  SeasonEntry,
} from '../contract/clubs/api.ts'
export type {
  Club,
  ClubChange,
  ClubInvitation,
  ClubInvitationAcceptance,
  ClubJoin,
  ClubListQuery,
  ClubMember,
  ClubRegistration,
  CreatedClubInvitation,
  MembershipChange,
  NewClubInvitation,
} from '../contract/clubs/clubs.ts'
export type { SealedProof } from '../contract/clubs/proof.ts'
export type { DecisionRequest, FlightReview } from '../contract/clubs/reviews.ts'
export type { AddedDevice, Device, DeviceRegistration } from '../contract/devices.ts'
export type { ErrorBody } from '../contract/errors.ts'
export type {
  ConnectionEnded,
  EntryDecided,
  FlightDeleted,
  FlightUpdated,
  FlightUploaded,
  ForwardDelivered,
  ForwardFailed,
  SeasonClosed,
} from '../contract/events.ts'
export type {
  FlightChange,
  FlightChangesQuery,
  FlightListQuery,
  LightFlight,
} from '../contract/flight-list.ts'
export type {
  Flight,
  FlightCorrection,
  TrackColumns,
  TrackFeature,
  UploadFields as UploadOptions,
  UploadResult as Uploaded,
  Validation,
} from '../contract/flight.ts'
export type {
  Destination,
  DestinationChange,
  Forward,
  NewDestination,
} from '../contract/forwards/destinations.ts'
export type { Import } from '../contract/imports.ts'
export type { League, LeagueRules, LeagueScore, ScoresQuery } from '../contract/leagues.ts'
export type { Records, SeasonStatistics, Statistics, StorageUse } from '../contract/logbook/statistics.ts'
export type { DeviceAuthorizationResponse, IntrospectionResponse, TokenResponse } from '../contract/oauth.ts'
export type { NotCounted } from '../contract/logbook/counting.ts'
export type { Glider, GliderChange, GliderFlights, GliderRegistration } from '../contract/logbook/gliders.ts'
export type { AddedPhoto, Photo, PhotoChange, PhotoQuery } from '../contract/logbook/photo.ts'
export type { FlightMerge } from '../contract/logbook/merge.ts'
export type { TakeoffName, TakeoffNamed } from '../contract/logbook/takeoff-names.ts'
export type { FlightTracks, TracksQuery } from '../contract/logbook/tracks.ts'
export type { Diagnosis, FileWarning } from '../contract/logbook/warnings.ts'
export type { Profile } from '../contract/profile.ts'
export type { FlightSharing, SharedFlight } from '../contract/sharing/shared-flight.ts'
export type { FileSignature } from '../contract/signature.ts'
export type { FlightTerrain } from '../contract/terrain.ts'
export type {
  CreatedWebhook,
  DeliveryQuery,
  ReplayRequest,
  RotatedSecret,
  SentTest,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookEvent as PastEvent,
  WebhookRegistration,
} from '../contract/webhooks.ts'
