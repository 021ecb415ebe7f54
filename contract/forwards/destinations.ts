// Places of the pilot's choice that get the flights, too, and what became of each flight there. For sessions alone: below
// /app/api, with no scope that an application could be granted.
//
//   GET    /destinations                     DestinationList          POST /destinations           NewDestination, recent proof
//   PATCH  /destinations/:id                 DestinationChange, recent proof                       DELETE /destinations/:id
//   POST   /destinations/:id/check           CheckResult              signs in there, and sends no flight
//   POST   /destinations/:id/pause           { state: 'paused' | 'off' }                           POST /destinations/:id/resume
//   GET    /destinations/:id/backfill?since= BackfillCount            POST /destinations/:id/backfill  BackfillRequest
//   GET    /destinations/:id/forwards        ForwardList, newest first, 100 at most
//   GET    /destinations/:id/files           SourceFileList, of a source, those with trouble first, 100 at most
//   POST   /destinations/:id/look            of a source: looks now, and brings what waits
//   GET    /flights/:id/forwards             ForwardList              POST /forwards/:id/retry     Forward
import { type Static, Type } from 'typebox'
import { gliderClasses } from '../logbook/glider-classes.ts'
import { id, idParams, moment, orNull, ownName } from '../values.ts'
import { destinationStates, forwardStates, kindNames } from './words.ts'

export const DestinationParams = idParams('The destination.')
export const ForwardParams = idParams('The forward.')

const day = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-05-17'], 'x-must-be': 'a day as YYYY-MM-DD' })

const label = ownName(80, 'The pilot’s own name for it.', 'Nextcloud at home')

/** Each member left out or null: any. */
export const DestinationFilter = Type.Object(
  {
    flownSince: Type.Optional(orNull(day('Only flights of this day or later.'))),
    minDistanceKm: Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 20_000, examples: [15] }))),
    minPoints: Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 100_000, examples: [20] }))),
    classes: Type.Optional(
      orNull(Type.Array(Type.Enum([...gliderClasses]), { minItems: 1, maxItems: gliderClasses.length })),
    ),
    onlyPublic: Type.Optional(
      Type.Boolean({ description: 'Leagues get no private flights, whatever it says.', examples: [false] }),
    ),
  },
  { title: 'DestinationFilter', additionalProperties: false },
)
export type DestinationFilter = Static<typeof DestinationFilter>

/** Members as the kind asks for them (`fields` of its offer). */
const settings = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  maxProperties: 20,
  additionalProperties: true,
  description: 'The settings that this kind of destination needs.',
  examples: [{ url: 'https://cloud.example/remote.php/dav/files/me', folder: 'flights' }],
})

const Kind = Type.Enum(kindNames, { type: 'string', description: 'The service.', examples: ['webdav'] })

const isSource = Type.Boolean({
  description: 'Flights come from there: a folder that is watched. Only where the kind can be watched.',
  examples: [false],
})

export const NewDestination = Type.Object(
  {
    kind: Kind,
    label,
    settings,
    credential: settings,
    filter: Type.Optional(DestinationFilter),
    isSource: Type.Optional(isSource),
  },
  { title: 'NewDestination', additionalProperties: false },
)
export type NewDestination = Static<typeof NewDestination>

/** Settings, credential and filter are replaced as a whole. A new credential resumes a destination that needs the pilot. */
export const DestinationChange = Type.Object(
  {
    label: Type.Optional(label),
    settings: Type.Optional(settings),
    credential: Type.Optional(settings),
    filter: Type.Optional(DestinationFilter),
  },
  { title: 'DestinationChange', additionalProperties: false, minProperties: 1 },
)
export type DestinationChange = Static<typeof DestinationChange>

export const DestinationPause = Type.Object(
  { state: Type.Enum(['paused', 'off'], { type: 'string' }) },
  { title: 'DestinationPause', additionalProperties: false },
)

const words = orNull(
  Type.String({
    description: 'The service’s own words, 1 KiB at most.',
    examples: ['Upload password wrong'],
  }),
)

export const Destination = Type.Object(
  {
    id: id('The id of the destination.'),
    kind: Kind,
    isSource: Type.Optional(isSource),
    label,
    settings,
    filter: DestinationFilter,
    state: Type.Enum(destinationStates, { type: 'string', examples: ['active'] }),
    words,
    failingSince: orNull(moment('Since when the service takes nothing; null: it does.')),
    nextTryAt: orNull(moment('When the next flight is tried; of a source, when it is looked at next.')),
    waiting: Type.Integer({
      description: 'Flights that wait or are being sent; of a source, files that are not stored yet.',
      examples: [0],
    }),
    delivered: Type.Integer({
      description: 'Flights that are there; of a source, files that are stored.',
      examples: [12],
    }),
    failed: Type.Integer({
      description: 'Flights refused, expired or given up; of a source, files refused for good.',
      examples: [0],
    }),
    lastDeliveredAt: orNull(moment('When a flight last got there; of a source, when it was last looked at.')),
    createdAt: moment('When it was added.'),
  },
  { title: 'Destination' },
)
export type Destination = Static<typeof Destination>

/** A file of a source. */
export const SourceFile = Type.Object(
  {
    path: Type.String({ description: 'The path inside the folder.', examples: ['2026/one.igc'] }),
    state: Type.Enum(['stored', 'waiting', 'refused'], {
      type: 'string',
      description:
        'waiting: being imported, or to be taken again; refused: not taken again unless it changes.',
    }),
    words: orNull(Type.String({ description: 'Why the file was not stored.', examples: ['A folder.'] })),
    takenAt: moment('When it was last taken.'),
    nextTryAt: orNull(moment('When it is taken again, with the next look.')),
  },
  { title: 'SourceFile' },
)
export type SourceFile = Static<typeof SourceFile>
export const SourceFileList = Type.Object({ data: Type.Array(SourceFile) }, { title: 'SourceFileList' })
export type SourceFileList = Static<typeof SourceFileList>

/** A field of the form of a kind: of its settings, or of its credential. */
export const KindField = Type.Object(
  {
    name: Type.String({ examples: ['url'] }),
    part: Type.Enum(['settings', 'credential'], { type: 'string' }),
    type: Type.Enum(['text', 'url', 'email', 'boolean', 'integer', 'choice'], { type: 'string' }),
    isRequired: Type.Boolean(),
    maxLength: orNull(Type.Integer()),
    choices: Type.Array(Type.String()),
    example: orNull(Type.String()),
  },
  { title: 'KindField' },
)
export type KindField = Static<typeof KindField>

/** A kind that the installation offers. */
export const KindOffer = Type.Object(
  {
    kind: Kind,
    canBeSource: Type.Optional(Type.Boolean({ description: 'A folder that can be watched for flights.' })),
    isLeague: Type.Boolean({ description: 'Publishes flights: private ones are never sent there.' }),
    deadlineDays: orNull(
      Type.Integer({ description: 'Days after a flight during which the service accepts it.' }),
    ),
    perHour: orNull(
      Type.Integer({
        description: 'Flights an hour that the service takes from this installation, shared by its pilots.',
      }),
    ),
    fields: Type.Array(KindField),
  },
  { title: 'KindOffer' },
)
export type KindOffer = Static<typeof KindOffer>

export const DestinationResponse = Type.Object({ data: Destination }, { title: 'DestinationResponse' })
export const DestinationList = Type.Object(
  {
    data: Type.Array(Destination),
    kinds: Type.Array(KindOffer),
  },
  { title: 'DestinationList' },
)
export type DestinationList = Static<typeof DestinationList>

export const CheckResult = Type.Object(
  {
    data: Type.Object({
      ok: Type.Boolean(),
      /** credential, missing: the pilot must act; later: the service cannot be reached, or has no time. */
      result: Type.Enum(['delivered', 'duplicate', 'refused', 'credential', 'missing', 'later', 'unknown'], {
        type: 'string',
      }),
      words,
    }),
  },
  { title: 'CheckResult' },
)
export type CheckResult = Static<typeof CheckResult>

export const BackfillRequest = Type.Object(
  { since: Type.Optional(orNull(day('Only flights of this day or later; without it all.'))) },
  { title: 'BackfillRequest', additionalProperties: false },
)
export type BackfillRequest = Static<typeof BackfillRequest>

/** After POST: how many flights were added, to be sent newest first. */
export const BackfillCount = Type.Object(
  {
    data: Type.Object({
      flights: Type.Integer({ description: 'Flights that fit the filter and were never sent there.' }),
      perDay: Type.Integer({ description: 'Older flights a day that one destination is sent.' }),
      days: Type.Integer({ description: 'The fewest days that sending takes.' }),
    }),
  },
  { title: 'BackfillCount' },
)
export type BackfillCount = Static<typeof BackfillCount>

export const Forward = Type.Object(
  {
    id: id('The id of the forward.'),
    flightId: id('The flight.'),
    destinationId: id('The destination.'),
    kind: Kind,
    label,
    destinationState: Type.Enum(destinationStates, { type: 'string', examples: ['active'] }),
    state: Type.Enum(forwardStates, { type: 'string', examples: ['delivered'] }),
    foreignId: orNull(Type.String({ description: 'The service’s own id of the flight.' })),
    link: orNull(Type.String({ description: 'The address of the flight at the service.' })),
    words,
    tries: Type.Integer({ examples: [1] }),
    triedAt: orNull(moment('When it was last tried.')),
    nextTryAt: orNull(moment('When it is tried next; null: not any more.')),
    createdAt: moment('When the flight was taken for the destination.'),
  },
  { title: 'Forward' },
)
export type Forward = Static<typeof Forward>
export const ForwardResponse = Type.Object({ data: Forward }, { title: 'ForwardResponse' })
export const ForwardList = Type.Object({ data: Type.Array(Forward) }, { title: 'ForwardList' })
export type ForwardList = Static<typeof ForwardList>
