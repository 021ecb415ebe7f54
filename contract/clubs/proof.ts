// The proof of a ranking: everything that its places follow from, for anyone to compute them again.
import { type Static, Type } from 'typebox'
import { scoringTypes } from '../certificate.ts'
import { launchTypes } from '../launch-types.ts'
import { gliderClasses } from '../logbook/glider-classes.ts'
import { bodyOf, oneOf, orNull } from '../values.ts'
import { day, RankingRule, SeasonTerms } from './rule.ts'
import { ageBands, decidedStates, rankingReasons, sexes, signatures } from './words.ts'

const name = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description, examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] })
const sha256 = (description: string) =>
  Type.String({
    pattern: '^[a-f0-9]{64}$',
    'x-must-be': '64 lowercase hexadecimal characters',
    description,
    examples: ['2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'],
  })
const instant = (description: string) =>
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$',
    description,
    examples: ['2026-05-17T16:04:05.000Z'],
  })
const units = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2 ** 50, description, examples: [16547] })

export const ProofFlight = bodyOf('ProofFlight', {
  id: name('Names the flight in this proof.'),
  pilot: name('Names its pilot in this proof.'),
  address: orNull(
    Type.String({ maxLength: 200, examples: ['/f/68f0a1b2c3d4e5f6a7b8c9d0'] }),
    'Where everyone may see the flight; null once it is withdrawn.',
  ),
  file: orNull(
    sha256('SHA-256 of the IGC file.'),
    'Null where a zone of the pilot may cut the flight, and once it is withdrawn.',
  ),
  withdrawnAt: Type.Optional(
    instant('Of a closed season: since when the flight, or its pilot, is no longer public.'),
  ),
  date: day('Local date of take-off.'),
  uploadedAt: instant('When it was uploaded.'),
  measured: orNull(
    bodyOf('MeasuredFlight', {
      units: units('The value before factors, in units of its last decimal; hours are in seconds.'),
      decimals: Type.Integer({
        minimum: 0,
        maximum: 6,
        description: 'The number of decimals.',
        examples: [2],
      }),
      rules: orNull(
        Type.String({ maxLength: 100, examples: ['XContest 2019'] }),
        'The rule set of the league; null for hours and flights.',
      ),
    }),
    'Of what others see of the flight. Null where the league has no rules for it, and until it is scored.',
  ),
  isUnscored: Type.Optional(
    Type.Literal(true, {
      description: 'The flight is not scored yet by the league of the rule.',
      examples: [true],
    }),
  ),
  type: oneOf(scoringTypes, 'The type of the flight by the league’s rules.'),
  class: orNull(oneOf(gliderClasses, 'Class of the glider.'), 'Null when it is not known.'),
  country: orNull(Type.String({ pattern: '^[A-Z]{2}$', examples: ['CH'] }), 'Of take-off.'),
  takeoff: orNull(
    bodyOf('ProofTakeoff', {
      id: name('Names the take-off.'),
      latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees.', examples: [46.68] }),
      longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees.', examples: [8.08] }),
    }),
    'Null where a zone of the pilot may hide it, and once the flight is withdrawn.',
  ),
  launchType: oneOf(launchTypes, 'How it launched.'),
  signature: oneOf(signatures, 'What is known of the file’s signature.'),
  band: orNull(oneOf(ageBands, 'Band of age.'), 'Null unless the rule asks for it and it was given.'),
  sex: orNull(oneOf(sexes, 'As given.'), 'Null unless the rule asks for it and it was given.'),
  isNewcomer: Type.Boolean({ description: 'Whether the pilot is a newcomer.', examples: [false] }),
  club: orNull(name('The pilot’s club on the day.'), 'Null unless rows are clubs.'),
  team: orNull(name('The pilot’s team on the day.'), 'Null unless rows are teams.'),
})
/** In the service `id` is the flight's own; a proof numbers its flights. */
export type RankingFlight = Static<typeof ProofFlight>

export const FlightDecision = bodyOf('FlightDecision', {
  flight: name('The flight.'),
  decidedAt: instant('When it was made.'),
  state: oneOf(decidedStates, 'A flight without a decision, and an accepted one, are ranked.'),
})
export type FlightDecision = Static<typeof FlightDecision>

export const RankingResult = bodyOf('RankingProofResult', {
  rows: Type.Array(
    bodyOf('ProofRow', {
      key: name('The pilot, club, team, take-off or day.'),
      place: orNull(Type.Integer({ minimum: 1, examples: [1] }), 'Null while there are too few rows.'),
      sum: units('In units of the last decimal.'),
      flights: Type.Array(name('A flight that counts.'), { description: 'The best first.' }),
    }),
    { description: 'The best first.' },
  ),
  flights: Type.Array(
    bodyOf('JudgedFlight', {
      flight: name('The flight.'),
      value: orNull(
        units('After factors, rounded, in units of the last decimal.'),
        'Null where there is none.',
      ),
      reason: oneOf(rankingReasons, 'Why it counts or does not.'),
    }),
    { description: 'In the order of the flights.' },
  ),
})
export type RankingResult = Static<typeof RankingResult>

export const RankingProof = bodyOf('RankingProof', {
  format: Type.Literal('cloudstreet-ranking-2', { description: 'Names this form.' }),
  ranking: name('The ranking.'),
  season: SeasonTerms,
  rule: RankingRule,
  ruleHash: sha256('SHA-256 of the rule’s canonical JSON.'),
  flights: Type.Array(ProofFlight, { description: 'The flights, ordered by id.' }),
  decisions: Type.Array(FlightDecision, { description: 'From the first to the last.' }),
  result: RankingResult,
  closed: Type.Optional(
    bodyOf(
      'ClosedProof',
      {
        closedAt: instant('When the season was closed.'),
        sha256: sha256('The hash of the proof of then, before anything was withdrawn.'),
      },
      { description: 'Present when something was withdrawn from a closed season.' },
    ),
  ),
})
export type RankingProof = Static<typeof RankingProof>

export const SealedProof = bodyOf('SealedProof', {
  sha256: sha256('SHA-256 of the proof’s canonical JSON (RFC 8785).'),
  proof: RankingProof,
})
export type SealedProof = Static<typeof SealedProof>
