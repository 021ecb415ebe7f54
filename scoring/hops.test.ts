// run: all
// A receiver or a clock that is off for a while costs at most what it is off by, and gains nothing.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listMarks } from '#igc/marks.ts'
import { readIgc } from '#igc/read.ts'
import { seededRandom, simulateFlight } from '#igc/simulate.ts'
import { writeIgc } from '#igc/write.ts'
import { readReal, sampledFiles, skip } from '#test/support/igc/real-files.ts'
import { shiftStretches, type Shifted } from '#test/support/igc/shifted.ts'
import { XCONTEST } from './leagues/leagues.ts'
import { scoreFile } from './score-file.ts'

const isLong = process.env.SWEEPS === '1'
/** Of XContest. */
const BEST_MULTIPLIER = 1.6
/** What a single fix may be off by, and what a wing may fly from one to the next: smaller hops are not seen. */
const UNSEEN_KM = 0.1
const UNSEEN_KM_PER_SECOND = 100 / 3600
const MAX_KM_PER_SECOND = 260 / 3600

interface Judged {
  points: number
  fixes: number
  secondsPerFix: number
  marks: string[]
}

const options = { rules: XCONTEST, deadlineMs: 2000 }
const isOff = (row: number) => row >= 2000 && row < 3800

function judge(bytes: Uint8Array): Judged {
  const scored = scoreFile(readIgc(bytes), options)
  if (!scored) return { points: 0, fixes: 0, secondsPerFix: 0, marks: [] }
  const { file, track, score, summary } = scored
  return {
    points: score.score,
    fixes: file.recordings.reduce((sum, each) => sum + each.track.length, 0),
    secondsPerFix: (track.seconds.at(-1)! - track.seconds[0]!) / track.length,
    marks: listMarks(summary.warnings),
  }
}

function simulate(seed: number): Uint8Array {
  const random = seededRandom(seed)
  const taskKm = 10 + 30 * random()
  const rateSeconds = 1 + Math.floor(5 * random())
  const shape = (['triangle', 'line', 'out-and-return'] as const)[seed % 3]!
  return simulateFlight({ seed, taskKm, rateSeconds, shape, isNatural: random() < 0.5 }).bytes
}

const faults = ['lower', 'fixes lost', 'forged gained'] as const
type Fault = (typeof faults)[number]

/** A corner belongs to two legs, and may close a triangle; a clock costs what the fastest sailplane flies meanwhile. */
function findFaults(before: Judged, now: Judged, { kind, km, seconds, ends }: Shifted): Fault[] {
  const pointsOf = (shiftKm: number) => 3 * BEST_MULTIPLIER * shiftKm * ends + 0.02
  const off = kind === 'time' ? Math.abs(seconds) : 0
  const explainedKm = Math.max(km, off * MAX_KM_PER_SECOND)
  const unseenKm = Math.min(km, UNSEEN_KM + UNSEEN_KM_PER_SECOND * before.secondsPerFix)
  const isTrue: Record<Fault, boolean> = {
    lower: now.points < before.points - pointsOf(explainedKm),
    // Simulated wings circle so regularly that a shift may lay a circle on another one.
    'fixes lost': now.fixes < before.fixes - off * ends && !now.marks.includes('repeated-track'),
    'forged gained': now.points > before.points + pointsOf(unseenKm),
  }
  return faults.filter((fault) => isTrue[fault])
}

function tryAll(files: Iterable<[name: string, bytes: Uint8Array]>, each: number): void {
  const table = { stretches: 0, lower: 0, 'fixes lost': 0, 'forged gained': 0 }
  const found: string[] = []
  let seed = 0
  for (const [name, bytes] of files) {
    const before = judge(bytes)
    if (before.points === 0) continue
    for (let count = 0; count < each; count++) {
      const shifted = shiftStretches(bytes, ++seed)
      if (!shifted) continue
      table.stretches += shifted.stretches
      const now = judge(shifted.bytes)
      for (const fault of findFaults(before, now, shifted)) {
        table[fault]++
        found.push(`${name}, ${shifted.name}: ${fault}, ${now.points} of ${before.points} points`)
      }
    }
  }
  if (isLong) console.table([table])
  assert.deepEqual(found, [])
}

test('a receiver that is off for half an hour costs nothing; the warning has the lines and the minutes', () => {
  const { track, bytes } = simulateFlight({ seed: 3, taskKm: 40 })
  const moved = {
    ...track,
    latitude: track.latitude.map((degrees, row) => degrees + (isOff(row) ? 0.0015 : 0)),
  }
  const { score, summary } = scoreFile(readIgc(writeIgc({ track: moved })), options)!
  assert.deepEqual([score.score, summary.fixCount], [judge(bytes).points, track.length])
  assert.equal(
    summary.warnings[0]!.message,
    'Line 2005: the position jumps by 178 m in 1 s, faster than any wing flies; lines 2005 to 3804 (1800 fixes, 30 min) were moved back by it, so it adds no distance.',
  )
})

suite('a stretch that is off by up to three kilometres, or by minutes', () => {
  test('costs a simulated flight no more than that, and gains nothing', () => {
    const seeds = Array.from({ length: isLong ? 2000 : 12 }, (_, index) => index + 1)
    tryAll(
      seeds.map((seed) => [`simulated ${seed}`, simulate(seed)]),
      isLong ? 2 : 3,
    )
  })

  test('costs a real flight no more than that, and gains nothing', { skip }, () => {
    tryAll(
      sampledFiles.map((name) => [name, readReal(name)]),
      isLong ? 10 : 1,
    )
  })
})
