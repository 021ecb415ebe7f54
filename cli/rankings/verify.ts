// Computes a ranking again for `cloudstreet verify-ranking`. Loaded on call, since it needs schemas and scoring.
import { readFile } from 'node:fs/promises'
import { type FlownPart, listFlownParts } from '../../igc/flight/flown-parts.ts'
import { readIgc } from '../../igc/read.ts'
import { hashBytes } from '../../rankings/canonical.ts'
import { writeUnits } from '../../rankings/measure.ts'
import { findFalsehood, isComputable } from '../../rankings/proof.ts'
import type { SealedProof } from '../../contract/clubs/proof.ts'
import { builtInLeagues } from '../../scoring/leagues/leagues.ts'
import type { Rules } from '../../scoring/rules.ts'
import { scoreFile } from '../../scoring/score-file.ts'
import { type Score, score } from '../../scoring/score.ts'
import { type Command, exitCodes, UsageError } from '../command.ts'
import { findFiles } from '../files/find.ts'

const SCORING_MS = 60_000

type Flight = SealedProof['proof']['flights'][number]

export const verify: Command['run'] = async (given, { print, say, signal }) => {
  const [from, another] = given.words
  if (from === undefined || another !== undefined) throw new UsageError('Which proof? One file or address.')
  const sealed = parse(await read(from, signal))
  const falsehood = await findFalsehood(sealed)
  if (falsehood !== undefined) {
    say(`This is not what follows from it. ${falsehood}`)
    return exitCodes.refused
  }
  const { sha256, proof } = sealed as SealedProof
  print(
    `The hash holds: ${sha256}`,
    isComputable(proof)
      ? `${proof.result.rows.length} places follow from the rule, ${proof.flights.length} flights and ${proof.decisions.length} decisions.`
      : 'The places cannot be computed again: they depend on take-offs, and flights were withdrawn.',
  )
  const withdrawn = proof.flights.filter(({ withdrawnAt }) => withdrawnAt !== undefined).length
  if (withdrawn > 0) print(`Withdrawn since the season was closed: ${withdrawn} flights.`)
  const folder = given.text('files')
  if (folder === undefined) {
    print('The values of flights were taken as the proof has them; --files scores the files again.')
    return exitCodes.done
  }
  return scoreAgain(folder, sealed as SealedProof, print, say)
}

async function read(from: string, signal: AbortSignal): Promise<string> {
  if (!/^https?:/i.test(from)) return readFile(from, { encoding: 'utf8', signal })
  const response = await fetch(from, { signal, headers: { accept: 'application/json' } })
  const text = await response.text()
  if (!response.ok) throw new Error(`The address answers ${response.status}: ${text.slice(0, 200)}`)
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The proof is not JSON: ${(error as Error).message}`, { cause: error })
  }
}

type Write = (...lines: string[]) => void

async function scoreAgain(folder: string, { proof }: SealedProof, print: Write, say: Write): Promise<number> {
  const byFile = Map.groupBy(proof.flights, ({ file }) => file)
  let scored = 0
  let isWrong = false
  for await (const { label, read } of findFiles([folder])) {
    const bytes = new Uint8Array(await read())
    for (const flight of byFile.get(await hashBytes(bytes)) ?? []) {
      const problem = findProblem(flight, proof.rule.measure, bytes)
      if (problem === undefined) scored++
      else say(`${label}: ${problem}`)
      isWrong ||= problem?.startsWith('scores') ?? false
    }
  }
  print(`Scored again with the same value: ${scored} of ${proof.flights.length}.`)
  return isWrong ? exitCodes.refused : exitCodes.done
}

const scorePart = ({ file, flight = { from: 0, to: 0 } }: FlownPart, rules: Rules) =>
  score(file.track, rules, { ...flight, deadlineMs: SCORING_MS })

/** Undefined where the file scores what the proof says; "scores …" where it does not, else why it cannot be told. */
function findProblem(
  { measured }: Flight,
  { kind, league }: SealedProof['proof']['rule']['measure'],
  bytes: Uint8Array,
): string | undefined {
  if (!measured?.rules) return 'its value is not by a league’s rules.'
  const rows = builtInLeagues.find(({ id }) => id === league)?.rules ?? []
  const rules = rows.find(({ name, version }) => `${name} ${version}` === measured.rules)
  if (!rules) return `the rules ${measured.rules} are not known to this program.`
  const file = readIgc(bytes, { isStored: true })
  const scored = scoreFile(file, { rules, deadlineMs: SCORING_MS })
  if (!scored) return 'the file cannot be read.'
  const toUnits = ({ score: points, distanceKm }: Score) =>
    Math.round((kind === 'points' ? points : distanceKm) * 10 ** measured.decimals)
  const units = toUnits(scored.score)
  if (units === measured.units) return undefined
  // Of several flights in a file, the one that is the best by the service's own league was entered.
  const parts = listFlownParts(file)
  const scores = parts.length < 2 ? [] : parts.map((part) => scorePart(part, rules))
  if (scores.some((score) => toUnits(score) === measured.units)) return undefined
  if (!scored.score.proven) return 'its score was not proven in time.'
  return `scores ${writeUnits(units, measured.decimals)}, and the proof says ${writeUnits(measured.units, measured.decimals)}.`
}
