// Every real and generated flight by every league, against another revision of the solver: over the same fixes: it
// judges the solver and not how files are read. Fails on a lower score or a lost proof.
//   npm run bench -- regression                    generated flights, against the scores that are kept with the tests
//   npm run bench -- regression --against REV      these and the real files, against the solver of a revision
//   npm run bench -- regression --write            keeps the scores of now; all have to be proven
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readIgc } from '#igc/read.ts'
import { summariseFlight } from '#igc/flight/summary.ts'
import type { Track } from '#igc/track.ts'
import type { Rules, Score, ScoreOptions } from '#scoring/score.ts'
import { generatedFlights } from '#test/support/scoring/generated-flights.ts'
import * as regression from '#test/support/scoring/regression.ts'

const ROOT = join(import.meta.dirname, '..')
const REAL_FILES = join(ROOT, '../shared/igc')
/** By the wall clock, for a revision that knows no other: long enough on a busy machine. */
const THEIR_DEADLINE_MS = 4000

interface Flight {
  name: string
  track: Track
  from: number
  to: number
}

function* layGenerated(): Generator<Flight> {
  for (const { name, lay } of generatedFlights) {
    const track = lay()
    yield { name, track, from: 0, to: track.length - 1 }
  }
}

function* readReal(): Generator<Flight> {
  const names = existsSync(REAL_FILES) ? readdirSync(REAL_FILES).filter((name) => /\.igc$/i.test(name)) : []
  for (const name of names) {
    const file = readIgc(readFileSync(join(REAL_FILES, name)))
    if (!file.track) continue
    const { range } = summariseFlight({ ...file, track: file.track })
    if (range) yield { name, track: file.track, ...range }
  }
}

type ScoreOne = (track: Track, rules: Rules, options: ScoreOptions) => Score

/** The solver of a revision, from a folder that is there for as long as it is used. */
async function withSolverOf(revision: string, use: (score: ScoreOne) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-solver-'))
  try {
    const archive = execFileSync('git', ['archive', revision, 'package.json', 'igc', 'scoring'], {
      cwd: ROOT,
      maxBuffer: 1 << 30,
    })
    execFileSync('tar', ['x', '-C', folder], { input: archive })
    const { score } = (await import(join(folder, 'scoring/score.ts'))) as { score: ScoreOne }
    use(score)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function scoreTheirs(score: ScoreOne, { track, from, to }: Flight): Score[] {
  return regression.newestOfEach.map((rules) =>
    score(track, rules, { deadlineMs: THEIR_DEADLINE_MS, from, to }),
  )
}

interface Row {
  flights: number
  scores: number
  higher: number
  proofsGained: number
  losses: string[]
}

function compare(flights: Iterable<Flight>, before: (flight: Flight) => readonly regression.Outcome[]): Row {
  const row: Row = { flights: 0, scores: 0, higher: 0, proofsGained: 0, losses: [] }
  for (const flight of flights) {
    const now = regression.scoreByAll(flight.track, flight)
    const known = before(flight)
    row.flights++
    row.scores += now.length
    row.higher += now.filter(({ score }, i) => score > (known[i]?.score ?? score)).length
    row.proofsGained += now.filter(({ proven }, i) => proven && known[i]?.proven === false).length
    row.losses.push(...regression.findLosses(flight.name, known, now))
  }
  return row
}

function report(rows: Record<string, Row>): void {
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, { losses, ...row }]) => [name, { ...row, losses: losses.length }]),
    ),
  )
  const losses = Object.values(rows).flatMap((row) => row.losses)
  for (const loss of losses) console.error(loss)
  if (losses.length > 0) process.exitCode = 1
}

function write(): void {
  const flights = [...layGenerated()].map(({ name, track }) => {
    const scores = regression.scoreByAll(track)
    if (scores.some(({ proven }) => !proven)) throw new Error(`${name} is not proven under every league.`)
    return [name, scores.map(({ score }) => score)] as const
  })
  regression.writeReferences(Object.fromEntries(flights))
}

function compareWithKept(): void {
  const { leagues, flights } = regression.readReferences()
  const before = ({ name }: Flight) =>
    regression.leagueIds.map((league) => ({
      score: flights[name]?.[leagues.indexOf(league)] ?? 0,
      proven: true,
    }))
  report({ generated: compare(layGenerated(), before) })
}

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { against: { type: 'string' }, write: { type: 'boolean' } },
})
if (values.write) write()
else if (values.against === undefined) compareWithKept()
else
  await withSolverOf(values.against, (score) => {
    const before = (flight: Flight) => scoreTheirs(score, flight)
    report({ real: compare(readReal(), before) })
    report({ generated: compare(layGenerated(), before) })
  })
