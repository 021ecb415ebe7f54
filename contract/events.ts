// The events that webhooks receive.
import { type Static, Type } from 'typebox'
import { ScoringType } from './certificate.ts'
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
const ranking = Type.Object({ id: id('The id of the ranking.') }, { title: 'EventRanking' })

/** A finding has set an entry aside, or a reviewer has decided. */
export const EntryDecided = Type.Object(
  {
    event: Type.Literal('entry.decided'),
    ...ofSeason,
    entry: Type.Object(
      {
        id: id('The id of the entry; GET /api/v1/entries/{id} has the reasons.'),
        state: oneOf(['review', 'accepted', 'rejected'], 'The decision.'),
        by: oneOf(['service', 'reviewer'], 'By a finding of the service, or by a reviewer.'),
      },
      { title: 'DecidedEntry' },
    ),
  },
  { title: 'EntryDecided' },
)
export type EntryDecided = Static<typeof EntryDecided>

/** Rows of a ranking have changed: once for all changes of a minute. */
export const RankingChanged = Type.Object(
  { event: Type.Literal('ranking.changed'), ...ofSeason, ranking },
  { title: 'RankingChanged' },
)
export type RankingChanged = Static<typeof RankingChanged>

/** In a ranking by take-off, a flight is better than all others of its take-off. */
export const RecordSet = Type.Object(
  {
    event: Type.Literal('record.set'),
    ...ofSeason,
    ranking,
    record: Type.Object(
      {
        takeoffId: id('The id of the take-off, the key of the row.'),
        entryId: id('The id of the entry.'),
        figure: Type.Number({ description: 'What the flight counts for.', examples: [165.47] }),
      },
      { title: 'TakeoffRecord' },
    ),
  },
  { title: 'RecordSet' },
)
export type RecordSet = Static<typeof RecordSet>

export const SeasonClosed = Type.Object(
  { event: Type.Literal('season.closed'), ...ofSeason },
  { title: 'SeasonClosed' },
)
export type SeasonClosed = Static<typeof SeasonClosed>

export type RankingEnvelope = EntryDecided | RankingChanged | RecordSet | SeasonClosed
export type FlightEnvelope = FlightUploaded | FlightDeleted | FlightUpdated
export type Envelope = FlightEnvelope | ConnectionEnded | RankingEnvelope
