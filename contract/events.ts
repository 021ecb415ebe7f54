// The events that webhooks receive.
import { type Static, Type } from 'typebox'
import { ScoringType } from './certificate.ts'
import { forwardStates, kindNames } from './forwards/words.ts'
import { hash, id, moment, oneOf, orNull } from './values.ts'

export const connectionEnds = ['withdrawn', 'dropped', 'account_deleted'] as const
export type ConnectionEnd = (typeof connectionEnds)[number]

const envelope = {
  occurredAt: moment('When it happened.'),
  user: Type.Object({ id: id('The id of the user who owns the flight.') }, { title: 'FlightOwner' }),
  test: Type.Optional(
    Type.Literal(true, { description: 'In a test event that tells of a flight which exists; else absent.' }),
  ),
}

const flight = Type.Object(
  {
    id: id('The id of the flight.'),
    hash: hash('SHA-256 of the uploaded bytes, in hexadecimal.'),
    date: orNull(
      Type.String({ format: 'date', description: 'The local date at take-off.', examples: ['2026-05-17'] }),
    ),
    distance: orNull(Type.Number({ description: 'Scored distance in kilometres.', examples: [103.42] })),
    score: orNull(Type.Number({ description: 'Points.', examples: [165.47] })),
    type: orNull(ScoringType),
    gliderType: orNull(
      Type.String({ description: 'Make and model of the glider.', examples: ['Ozone Alpina 5'] }),
    ),
    durationSeconds: orNull(
      Type.Number({ description: 'Time from take-off to landing, in seconds.', examples: [14_520] }),
    ),
  },
  { title: 'EventFlight' },
)

export const FlightUploaded = Type.Object(
  { event: Type.Literal('flight.uploaded'), ...envelope, flight },
  { title: 'FlightUploaded' },
)
export type FlightUploaded = Static<typeof FlightUploaded>

export const FlightDeleted = Type.Object(
  {
    event: Type.Literal('flight.deleted'),
    ...envelope,
    flight: Type.Object(
      {
        id: id('The id that the flight had.'),
        hash: orNull(hash('SHA-256 of the uploaded bytes, in hexadecimal.')),
      },
      { title: 'DeletedFlight' },
    ),
  },
  { title: 'FlightDeleted' },
)
export type FlightDeleted = Static<typeof FlightDeleted>

/** The flight was corrected, or scored again: as it is now. */
export const FlightUpdated = Type.Object(
  { event: Type.Literal('flight.updated'), ...envelope, flight },
  { title: 'FlightUpdated' },
)
export type FlightUpdated = Static<typeof FlightUpdated>

/** An application has lost its connection to a pilot: tokens and events of that pilot end with it. */
export const ConnectionEnded = Type.Object(
  {
    event: Type.Literal('connection.ended'),
    occurredAt: envelope.occurredAt,
    user: Type.Object({ id: id('The id of the user who was connected.') }, { title: 'ConnectedUser' }),
    connection: Type.Object(
      {
        applicationId: id('The client_id of the application.'),
        reason: Type.Enum(connectionEnds, {
          type: 'string',
          description:
            'withdrawn: the pilot disconnected the application; dropped: the application did so itself; account_deleted: ' +
            'the pilot deleted the account.',
          examples: ['withdrawn'],
        }),
      },
      { title: 'EndedConnection' },
    ),
  },
  { title: 'ConnectionEnded' },
)
export type ConnectionEnded = Static<typeof ConnectionEnded>

const ofSeason = {
  occurredAt: envelope.occurredAt,
  user: Type.Object(
    { id: id('The id of the pilot, or of the user who manages the season.') },
    { title: 'ToldUser' },
  ),
  test: Type.Optional(Type.Literal(true, { description: 'In a test event; else absent.' })),
  season: Type.Object(
    {
      id: id('The id of the season.'),
      clubId: orNull(id('The id of the club.'), 'Null for a season of the operator.'),
    },
    { title: 'EventSeason' },
  ),
}

/** A finding has set a flight aside, or a reviewer has decided. */
export const EntryDecided = Type.Object(
  {
    event: Type.Literal('entry.decided'),
    ...ofSeason,
    entry: Type.Object(
      {
        flightId: id('The flight; GET /api/v1/seasons/{id}/reviews/{flightId} has the reasons.'),
        state: oneOf(['review', 'accepted', 'rejected'], 'The decision.'),
        by: oneOf(['service', 'reviewer'], 'By a finding of the service, or by a reviewer.'),
      },
      { title: 'DecidedEntry' },
    ),
  },
  { title: 'EntryDecided' },
)
export type EntryDecided = Static<typeof EntryDecided>

export const SeasonClosed = Type.Object(
  { event: Type.Literal('season.closed'), ...ofSeason },
  { title: 'SeasonClosed' },
)
export type SeasonClosed = Static<typeof SeasonClosed>

export type RankingEnvelope = EntryDecided | SeasonClosed

const forward = Type.Object(
  {
    id: id('The id of the forward.'),
    flightId: id('The flight.'),
    destinationId: id('The destination.'),
    kind: Type.Enum(kindNames, { type: 'string', description: 'The service.', examples: ['webdav'] }),
    state: Type.Enum(forwardStates, {
      type: 'string',
      description:
        'delivered: the service has taken it; already_there: it had the flight; refused: by a rule of the service; expired: the ' +
        'last day for it has passed; given_up: the service could not be reached for 14 days.',
      examples: ['delivered'],
    }),
    foreignId: orNull(
      Type.String({ description: 'The service’s own id of the flight.', examples: ['4711'] }),
    ),
    link: orNull(
      Type.String({
        description: 'The address of the flight at the service.',
        examples: ['https://xc.example/flight/4711'],
      }),
    ),
    words: orNull(
      Type.String({ description: 'The service’s own words, 1 KiB at most.', examples: ['Flight accepted'] }),
    ),
  },
  { title: 'EventForward' },
)
export type EventForward = Static<typeof forward>

/** A flight got to a place of its pilot's choice. Only for webhooks of that pilot. */
export const ForwardDelivered = Type.Object(
  { event: Type.Literal('forward.delivered'), ...envelope, forward },
  { title: 'ForwardDelivered' },
)
/** It did not, and is not tried again unless the pilot says so. */
export const ForwardFailed = Type.Object(
  { event: Type.Literal('forward.failed'), ...envelope, forward },
  { title: 'ForwardFailed' },
)
export type ForwardDelivered = Static<typeof ForwardDelivered>
export type ForwardFailed = Static<typeof ForwardFailed>
export type ForwardEnvelope = ForwardDelivered | ForwardFailed

export type FlightEnvelope = FlightUploaded | FlightDeleted | FlightUpdated
export type Envelope = FlightEnvelope | ForwardEnvelope | ConnectionEnded | RankingEnvelope
