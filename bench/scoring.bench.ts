// Scoring against igc-xc-score, over the same fixes of the same flights in one run: XContest rules, one thread, CPU
// time. `npm run bench -- scoring [part of a file name]`.
// Both are warm: they have scored other flights before.
// The peer measures on an ellipsoid, so its points are measured again on the sphere before scores are compared.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
const DEADLINE = { deadlineMs: 2000 }
/** A flight that the peer has not finished by then counts with this time. */
const PEER_LIMIT_MS = 180_000
const ROUNDS = 3
const MEASURED_MS = 60

interface Flight {
  name: string
  track: Track
  from: number
  to: number
}

interface PeerResult {
  score: number
  /** Its points, scored by our rules on the sphere. */
  onSphere: number
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
  return { score: value.score ?? 0, onSphere: measureAgain(value), ms }
}

/** The points of the peer's solution under our rules on the sphere. */
function measureAgain({ scoreInfo }: PeerSolution): number {
  const [a, b, c] = scoreInfo?.tp ?? []
  if (!scoreInfo || !a || !b || !c) return 0
  const km = (from: typeof a, to: typeof a) => distanceKm(from.y, from.x, to.y, to.x)
  if (scoreInfo.ep) return km(scoreInfo.ep.start, a) + km(a, b) + km(b, c) + km(c, scoreInfo.ep.finish)
  const sides = [km(a, b), km(b, c), km(c, a)]
  const perimeter = sides.reduce((sum, side) => sum + side, 0)
  const closing = scoreInfo.cp ? km(scoreInfo.cp.in, scoreInfo.cp.out) : 0
  const circuits = tabulateCircuits(XCONTEST, 'triangle')
  const row = chooseRow(circuits, perimeter, Math.min(...sides), Math.max(...sides), closing)
  if (row < 0) return 0
  const { multiplier } = XCONTEST.categories[circuits.category[row]!]!
  return deductClosing(circuits, row, perimeter, closing) * multiplier
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

function compareAll(flights: Flight[]) {
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
      ms: oursMs,
      peerMs: peer.ms,
    }
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

function compare(part: string): void {
  const flights = loadFlights(part)
  const rows = compareAll(flights)
  const digits = (value: number) => Number(value.toFixed(2))
  console.table(
    rows.map(({ file, fixes, type, score, peerOnSphere, peerScore, ms, peerMs }) => ({
      file: file.slice(0, 44),
      fixes,
      type,
      score,
      'peer on sphere': digits(peerOnSphere),
      'peer said': peerScore,
      ms: digits(ms),
      'peer ms': Math.round(peerMs),
      ratio: Math.round(peerMs / ms),
    })),
  )
  const [ours, peer] = [rows.map(({ ms }) => ms), rows.map(({ peerMs }) => peerMs)].map(summarise)
  console.table({ cloudstreet: ours, 'igc-xc-score 1.8.0': peer })
  const lower = rows.filter((each) => each.exact < each.peerOnSphere - 1e-4).map(({ file }) => file)
  if (lower.length > 0) console.log(`lower than the peer's points on the sphere: ${lower.join(' ')}`)
  checkAims([
    {
      name: 'igc-xc-score takes times our CPU',
      measured: Math.round(peer!['total ms'] / ours!['total ms']),
      atLeast: 80,
    },
    { name: 'flights not proven', measured: rows.filter(({ proven }) => !proven).length, atMost: 0 },
    { name: "flights lower than the peer's points", measured: lower.length, atMost: 0 },
    {
      name: 'all leagues take times the CPU of the default one',
      measured: compareLeagues(flights),
      atMost: 4,
    },
  ])
}

compare(process.argv[3] ?? '')
