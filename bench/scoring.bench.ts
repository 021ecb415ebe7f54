// Scoring against igc-xc-score, over the same fixes of the same flights in one run: XContest rules, one thread, CPU
// time. `npm run bench -- scoring [part of a file name]`.
// Warm: both have scored other flights before. Cold: the first flight of a new process, over a sample.
// The peer measures on an ellipsoid, so its points are measured again on the sphere before scores are compared.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { distanceKm } from '#igc/geodesy.ts'
import { readIgc } from '#igc/read.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { summariseFlight } from '#igc/flight/summary.ts'
import type { Track } from '#igc/track.ts'
import { chooseRow, deductClosing, tabulateCircuits } from '#scoring/circuit/circuits.ts'
import { NO_DEADLINE } from '#scoring/deadline.ts'
import { builtInLeagues, newestRules } from '#scoring/leagues/leagues.ts'
import { score, scoreAll, type Score, XCONTEST } from '#scoring/score.ts'
import { solve } from '#scoring/solver.ts'
import { checkAims } from './support/aims.ts'
import { loadPeer, type PeerFix, type PeerSolution } from './peers/load.ts'

const { scoringRules, solver } = await loadPeer('igc-xc-score')

const REAL_FILES = join(import.meta.dirname, '../../shared/igc')
const RESULTS = join(import.meta.dirname, 'results')
const DEADLINE = { deadlineMs: 2000 }
/** A flight that the peer has not finished by then counts with this time. */
const PEER_LIMIT_MS = 180_000
const ROUNDS = 3
const MEASURED_MS = 60
const COLD_FLIGHTS = 12

interface Flight {
  name: string
  track: Track
  from: number
  to: number
}

interface PeerResult {
  score: number
  type: string
  /** Its points, scored by our rules on the sphere, and the type they make there. */
  onSphere: number
  typeOnSphere: string
  optimal: boolean
  ms: number
}

/** CPU of the whole process: the garbage collector's work for a solver counts too. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function loadFlight(name: string, bytes: Uint8Array): Flight[] {
  const file = readIgc(bytes)
  if (file.track === undefined) return []
  const { range } = summariseFlight({ ...file, track: file.track })
  if (range === null || range.to - range.from < 10) return []
  return [{ name, track: file.track, ...range }]
}

function loadFlights(part: string): Flight[] {
  if (existsSync(REAL_FILES)) {
    const names = readdirSync(REAL_FILES).filter((name) => /\.igc$/i.test(name) && name.includes(part))
    return names.flatMap((name) => loadFlight(name, readFileSync(join(REAL_FILES, name))))
  }
  const names = Array.from({ length: 20 }, (_, seed) => `simulated-${seed + 10}.igc`)
  return names
    .filter((name) => name.includes(part))
    .flatMap((name) => {
      const seed = Number(name.slice(10, 12))
      return loadFlight(name, simulateFlight({ seed, taskKm: 5 * seed, rateSeconds: 2 }).bytes)
    })
}

function scoreOurs({ track, from, to }: Flight): Score {
  return score(track, XCONTEST, { ...DEADLINE, from, to })
}

/** The fixes of the flight as the peer takes them. It leaves out repeated times by itself. */
function toPeerFile({ track, from, to }: Flight): { fixes: PeerFix[] } {
  const fixes: PeerFix[] = []
  for (let i = from; i <= to; i++) {
    fixes.push({
      timestamp: track.seconds[i]! * 1000,
      latitude: track.latitude[i]!,
      longitude: track.longitude[i]!,
      valid: true,
      pressureAltitude: track.pressureAltitude[i]!,
      gpsAltitude: track.gnssAltitude[i]!,
    })
  }
  return { fixes }
}

function scorePeer(flight: Flight): PeerResult {
  const file = toPeerFile(flight)
  const began = cpuMs()
  const search = solver(file, scoringRules.XContest, { maxcycle: PEER_LIMIT_MS })
  const { value } = search.next()
  const ms = cpuMs() - began
  const type = value.opt.scoring.name
  return { score: value.score ?? 0, type, ...measureAgain(value), optimal: value.optimal === true, ms }
}

/** The points of the peer's solution under our rules on the sphere. */
function measureAgain({ scoreInfo }: PeerSolution): Pick<PeerResult, 'onSphere' | 'typeOnSphere'> {
  if (!scoreInfo?.tp) return { onSphere: 0, typeOnSphere: 'None' }
  const km = (a: { x: number; y: number }, b: { x: number; y: number }) => distanceKm(a.y, a.x, b.y, b.x)
  const a = scoreInfo.tp[0]!
  const b = scoreInfo.tp[1]!
  const c = scoreInfo.tp[2]!
  if (scoreInfo.ep) {
    const onSphere = km(scoreInfo.ep.start, a) + km(a, b) + km(b, c) + km(c, scoreInfo.ep.finish)
    return { onSphere, typeOnSphere: 'Free Flight' }
  }
  const sides = [km(a, b), km(b, c), km(c, a)]
  const perimeter = sides.reduce((sum, side) => sum + side, 0)
  const closing = scoreInfo.cp ? km(scoreInfo.cp.in, scoreInfo.cp.out) : 0
  const circuits = tabulateCircuits(XCONTEST, 'triangle')
  const row = chooseRow(circuits, perimeter, Math.min(...sides), Math.max(...sides), closing)
  if (row < 0) return { onSphere: 0, typeOnSphere: 'None' }
  const { type, multiplier } = XCONTEST.categories[circuits.category[row]!]!
  return { onSphere: deductClosing(circuits, row, perimeter, closing) * multiplier, typeOnSphere: type }
}

/** Why the peer's score differs from ours. */
function explain(ours: number, type: string, peer: PeerResult): string {
  const left = ours - peer.onSphere
  if (left < -1e-4) return 'the peer is better: a fault of ours'
  if (peer.typeOnSphere !== peer.type) return `its ${peer.type} is a ${peer.typeOnSphere} on the sphere`
  if (left < 1e-4) return 'same points, other earth'
  if (type !== peer.type) return `it finds no ${type}`
  return `its points give ${left.toFixed(3)} less`
}

/** CPU time of one solve, averaged over enough of them for the clock, which may tick in steps of milliseconds. */
function timeOurs(flight: Flight): number {
  const began = cpuMs()
  let rounds = 0
  while (rounds < ROUNDS || cpuMs() - began < MEASURED_MS) {
    scoreOurs(flight)
    rounds++
  }
  return (cpuMs() - began) / rounds
}

function compareWarm(flights: Flight[]) {
  for (let round = 0; round < 3; round++) flights.forEach(scoreOurs)
  const small = flights.toSorted((a, b) => a.to - a.from - (b.to - b.from)).slice(0, 20)
  small.forEach(scorePeer)
  return flights.map((flight) => {
    const ours = scoreOurs(flight)
    const exact = solve(flight.track, flight.from, flight.to, XCONTEST, NO_DEADLINE).score
    const oursMs = timeOurs(flight)
    const peer = scorePeer(flight)
    console.error(
      `${flight.name}: ${oursMs.toFixed(1)} ms against ${peer.ms.toFixed(0)} ms, ${ours.score} against ${peer.score}`,
    )
    return {
      file: flight.name,
      fixes: flight.to - flight.from + 1,
      type: ours.type,
      score: ours.score,
      proven: ours.proven,
      peerScore: peer.score,
      exact,
      peerOnSphere: peer.onSphere,
      peerOptimal: peer.optimal,
      why: explain(exact, ours.type, peer),
      ms: oursMs,
      peerMs: peer.ms,
    }
  })
}

/** Scores one flight in this new process and prints its time: what `--cold` starts. */
function runCold(who: string, name: string): void {
  const flight = loadFlights(name)[0]!
  const began = cpuMs()
  if (who === 'ours') scoreOurs(flight)
  else scorePeer(flight)
  console.log(cpuMs() - began)
}

function compareCold(flights: Flight[]) {
  const bySize = flights.toSorted((a, b) => a.to - a.from - (b.to - b.from))
  const step = Math.max(1, Math.floor(bySize.length / COLD_FLIGHTS))
  return bySize
    .filter((_, i) => i % step === step - 1)
    .map(({ name, from, to }) => {
      const [ms, peerMs] = ['ours', 'peer'].map((who) => {
        const run = join(import.meta.dirname, 'run.ts')
        const child = spawnSync(process.execPath, [run, 'scoring', '--cold', who, name], { encoding: 'utf8' })
        return Number(child.stdout)
      })
      return { file: name, fixes: to - from + 1, ms: ms!, peerMs: peerMs! }
    })
}

/** CPU time of all leagues over that of the default one. */
function compareLeagues(flights: Flight[]): number {
  const all = builtInLeagues.map(newestRules)
  const time = (work: (flight: Flight) => unknown) => {
    const began = cpuMs()
    flights.forEach(work)
    return cpuMs() - began
  }
  const scoreByAll = ({ track, from, to }: Flight) => scoreAll(track, all, { ...DEADLINE, from, to })
  time(scoreByAll)
  return time(scoreByAll) / time(scoreOurs)
}

function summarise(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1))
  const total = Number(times.reduce((sum, ms) => sum + ms, 0).toFixed(0))
  return { 'median ms': at(0.5), 'p90 ms': at(0.9), 'max ms': at(1), 'total ms': total }
}

function tabulate(title: string, rows: { ms: number; peerMs: number }[]) {
  const ours = summarise(rows.map(({ ms }) => ms))
  const peer = summarise(rows.map(({ peerMs }) => peerMs))
  const ratio = Number((peer['total ms'] / ours['total ms']).toFixed(0))
  console.log(`${title}: ${rows.length} flights, CPU time, ratio of the totals ${ratio}x`)
  console.table({ cloudstreet: ours, 'igc-xc-score 1.8.0': peer })
  return { ours, peer, ratio }
}

function compare(part: string): void {
  const flights = loadFlights(part)
  const warm = compareWarm(flights)
  const cold = compareCold(flights)
  const percent = (value: number) => Number(value.toFixed(2))
  console.table(
    warm.map(({ file, fixes, type, ms, peerMs, ...scores }) => ({
      file: file.slice(0, 44),
      fixes,
      type,
      score: scores.score,
      'peer on sphere': percent(scores.peerOnSphere),
      'peer said': scores.peerScore,
      ms: percent(ms),
      'peer ms': Math.round(peerMs),
      ratio: Math.round(peerMs / ms),
      why: scores.why,
    })),
  )
  const summary = { warm: tabulate('warm', warm), cold: tabulate('cold', cold) }
  const unproven = warm.filter(({ proven }) => !proven).length
  const lower = warm.filter((each) => each.exact < each.peerOnSphere - 1e-4).map(({ file }) => file)
  console.log(
    `not proven: ${unproven}; lower than the peer's points on the sphere: ${lower.length} ${lower.join(' ')}`,
  )
  checkAims([
    { name: 'igc-xc-score takes times our CPU, warm', measured: summary.warm.ratio, atLeast: 80 },
    { name: 'the same, cold', measured: summary.cold.ratio, atLeast: 15 },
    { name: 'flights not proven', measured: unproven, atMost: 0 },
    { name: "flights lower than the peer's points", measured: lower.length, atMost: 0 },
    {
      name: 'all leagues take times the CPU of the default one',
      measured: compareLeagues(flights),
      atMost: 4,
    },
  ])
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, 'scoring.json'), `${JSON.stringify({ summary, warm, cold }, null, 2)}\n`)
}

const [, option, who, name] = process.argv.slice(2)
if (option === '--cold') runCold(who!, name!)
else compare(option ?? '')
