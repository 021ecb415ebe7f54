// The proof of a ranking: everything that its places follow from, for anyone to compute them again.
import { type Static, Type } from 'typebox'
import { scoringTypes } from '../certificate.ts'
import { launchTypes } from '../launch-types.ts'
import { gliderClasses } from '../logbook/glider-classes.ts'
import { oneOf, orNull } from '../values.ts'
import { day, RankingRule, SeasonTerms } from './rule.ts'
import { ageBands, decidedStates, entryReasons, sexes, signatures } from './words.ts'

const closed = { additionalProperties: false }
const name = (description: string) =>
  Type.String({ pattern: '^[\\w-]{1,64}$', description, examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] })
const sha256 = (description: string) =>
  Type.String({
    pattern: '^[a-f0-9]{64}$',
    'x-must-be': '64 lowercase hexadecimal characters',
    description,
    examples: ['2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'],
  })
const instant = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
    description,
    examples: ['2026-05-17T16:04:05.000Z'],
  })
const units = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2 ** 50, description, examples: [16547] })

export const RankingEntry = Type.Object(
  {
    id: name('Names the entry in this proof.'),
    pilot: name('Names its pilot in this proof.'),
    file: sha256('SHA-256 of the IGC file.'),
    certificate: orNull(
      sha256('SHA-256 of the certificate.'),
      'Of its canonical JSON without elapsedMs; by the league of the rule, null where it gives none.',
    ),
    isAttested: Type.Boolean({
      description:
        'Whether the service vouches for the figure: a zone cuts the track that others see, so they cannot score it.',
      examples: [false],
    }),
    isPublic: Type.Boolean({ description: 'Whether the flight is public.', examples: [true] }),
    date: day('Local date of take-off.'),
    uploadedAt: instant('When it was uploaded.'),
    figure: orNull(
      Type.Object(
        {
          units: units('The figure before factors, in units of its last decimal; hours are in seconds.'),
          decimals: Type.Integer({ minimum: 0, maximum: 6, description: 'Its decimals.', examples: [2] }),
          rules: orNull(
            Type.String({ maxLength: 100, examples: ['XContest 2019'] }),
            'The rule set of the league; null for hours and flights.',
          ),
        },
        { ...closed, title: 'EntryFigure' },
      ),
      'Null where the league has no rules for the flight, and until it is scored.',
    ),
    isUnscored: Type.Optional(
      Type.Literal(true, {
        description: 'The flight is not scored yet by the league of the rule.',
        examples: [true],
      }),
    ),
    type: oneOf(scoringTypes, 'The type of the flight by the league’s rules.'),
    class: orNull(oneOf(gliderClasses, 'Class of the glider.'), 'Null when it is not known.'),
    band: orNull(oneOf(ageBands, 'Band of age on the day.'), 'Null when it was not given.'),
    sex: orNull(oneOf(sexes, 'As given.'), 'Null when it was not given.'),
    country: orNull(Type.String({ pattern: '^[A-Z]{2}$', examples: ['CH'] }), 'Of take-off.'),
    takeoff: orNull(
      Type.Object(
        {
          id: name('Names the take-off.'),
          latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees.', examples: [46.68] }),
          longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees.', examples: [8.08] }),
        },
        { ...closed, title: 'EntryTakeoff' },
      ),
      'Null where a zone hides it.',
    ),
    launchType: oneOf(launchTypes, 'How it launched.'),
    signature: oneOf(signatures, 'What is known of the file’s signature.'),
    isNewcomer: Type.Boolean({
      description: 'Without a counted flight in an earlier season.',
      examples: [false],
    }),
    club: orNull(name('The pilot’s club on the day.'), 'Null without one.'),
    team: orNull(name('The pilot’s team on the day.'), 'Null without one.'),
  },
  { ...closed, title: 'RankingEntry' },
)
export type RankingEntry = Static<typeof RankingEntry>

export const EntryDecision = Type.Object(
  {
    entry: name('The entry.'),
    at: instant('When it was made.'),
    state: oneOf(decidedStates, 'An entry without a decision, and an accepted one, are ranked.'),
    reason: Type.String({ maxLength: 500, description: 'Why.', examples: ['Clearance was shown.'] }),
  },
  { ...closed, title: 'EntryDecision' },
)
export type EntryDecision = Static<typeof EntryDecision>

export const ProofRow = Type.Object(
  {
    key: name('The pilot, club, team, take-off or day.'),
    place: orNull(Type.Integer({ minimum: 1, examples: [1] }), 'Null while there are too few rows.'),
    sum: units('In units of the last decimal.'),
    flights: Type.Array(name('An entry that counts.'), { description: 'The best first.' }),
  },
  { ...closed, title: 'ProofRow' },
)
export const JudgedEntry = Type.Object(
  {
    entry: name('The entry.'),
    figure: orNull(
      units('After factors, rounded, in units of the last decimal.'),
      'Null where there is none.',
    ),
    reason: oneOf(entryReasons, 'Why it counts or does not.'),
  },
  { ...closed, title: 'JudgedEntry' },
)
export const RankingResult = Type.Object(
  {
    rows: Type.Array(ProofRow, { description: 'The best first.' }),
    entries: Type.Array(JudgedEntry, { description: 'In the order of the entries.' }),
  },
  { ...closed, title: 'RankingResult' },
)
export type RankingResult = Static<typeof RankingResult>

export const RankingProof = Type.Object(
  {
    format: Type.Literal('cloudstreet-ranking-1', { description: 'Names this form.' }),
    ranking: name('The ranking.'),
    season: SeasonTerms,
    rule: RankingRule,
    ruleHash: sha256('SHA-256 of the rule’s canonical JSON.'),
    entries: Type.Array(RankingEntry, { description: 'By their ids.' }),
    decisions: Type.Array(EntryDecision, { description: 'From the first to the last.' }),
    result: RankingResult,
    previous: orNull(sha256('SHA-256 of the proof before.'), 'Null for the first.'),
  },
  { ...closed, title: 'RankingProof' },
)
export type RankingProof = Static<typeof RankingProof>

export const SealedProof = Type.Object(
  {
    sha256: sha256('SHA-256 of the proof’s canonical JSON (RFC 8785).'),
    proof: RankingProof,
    number: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Of a proof that is kept since the season was closed.',
        examples: [2],
      }),
    ),
    changes: Type.Optional(
      Type.Array(Type.String({ maxLength: 200, examples: ['Entries added: 1.'] }), {
        description:
          'Of such a proof: what is not as in the one before it, which `previous` names. Empty for the first.',
      }),
    ),
  },
  { ...closed, title: 'SealedProof' },
)
export type SealedProof = Static<typeof SealedProof>
