// Which flight of a file counts; what the recorder has not seen costs no flight its best part, and gives no points without a
// word.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listMarks } from '#igc/marks.ts'
import { readIgc } from '#igc/read.ts'
import { seededRandom, simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { writeIgc } from '#igc/write.ts'
import { joinFiles, joinWithoutRecorder, makeFile } from '#test/support/igc/joined.ts'
import { simulateLegs } from '#test/support/igc/legs.ts'
import { listRealFlights, sampledFiles, skip } from '#test/support/igc/real-files.ts'
import { join, silence, simulateDrive, simulateReplay } from '#test/support/igc/silences.ts'
import { XCONTEST } from './score.ts'
import { scoreFile } from './score-file.ts'
import { readSeed } from '#test/support/seed.ts'

const isFull = process.env.SWEEPS === '1'
const SEED = readSeed('SILENCE')
const seeded = `SILENCE_SEED=${SEED}`
const SILENCES_MINUTES = [1, 2, 5, 10, 20, 30, 60]

function scoreTrack(track: Track) {
  return scoreFile(readIgc(writeIgc({ track })), { rules: XCONTEST, deadlineMs: 20_000 })
}

const pointsOf = (track: Track) => scoreTrack(track)?.score.score ?? 0

const marksOf = (scored: ReturnType<typeof scoreTrack>) => listMarks(scored?.summary.warnings ?? [])

function requireBestPart(track: Track, at: number, minutes: number, message: string): void {
  const { before, after, whole } = silence(track, at, minutes * 60)
  const best = Math.max(pointsOf(before), pointsOf(after))
  const found = pointsOf(whole)
  assert.ok(found >= best, `${message}: ${found} points, ${best} by its best part, ${minutes} min at ${at}`)
}

suite('a silence in the air', () => {
  test('is no landing: one flight goes on, and scores no less than without its middle', () => {
    const { track, range } = simulateFlight({ seed: 3, taskKm: 30, rateSeconds: 2 })
    for (const minutes of [2, 10, 20, 40]) {
      const { whole } = silence(track, Math.floor((range.from + range.to) / 2), minutes * 60)
      const scored = scoreTrack(whole)!
      assert.equal(scored.summary.segments.length, 1, `${minutes} min`)
      assert.equal(scored.summary.takeoff.time, scoreTrack(track)!.summary.takeoff.time)
    }
  })

  test('costs no generated flight more than the shorter of its parts, wherever it is', () => {
    const random = seededRandom(SEED)
    for (let round = 0; round < (isFull ? 200 : 10); round++) {
      const { track, range } = simulateFlight({
        seed: round,
        taskKm: 5 + 20 * random(),
        rateSeconds: 1 + Math.floor(5 * random()),
        isNatural: random() < 0.5,
        hasBarometer: random() < 0.7,
      })
      const at = Math.floor(range.from + (range.to - range.from) * random())
      const minutes = SILENCES_MINUTES[round % SILENCES_MINUTES.length]!
      requireBestPart(track, at, minutes, `round ${round}, ${seeded}`)
    }
  })

  test('costs no real flight more than the shorter of its parts, wherever it is', { skip }, () => {
    const random = seededRandom(SEED)
    const places = isFull ? 20 : 1
    for (const [index, { name, track, range }] of listRealFlights(sampledFiles).entries())
      for (let place = 0; place < places; place++)
        for (const minutes of isFull
          ? SILENCES_MINUTES
          : SILENCES_MINUTES.slice(index % 7, (index % 7) + 1)) {
          const at = range.from + Math.floor(((range.to - range.from) * (place + random())) / places)
          requireBestPart(track, at, minutes, `${name}, ${seeded}`)
        }
  })

  test('is stated in the certificate and marks the flight when it is long', () => {
    const { track, range } = simulateFlight({ seed: 8, taskKm: 30, rateSeconds: 2 })
    const unbroken = scoreTrack(track)!
    assert.deepEqual(
      [unbroken.score.longestSilenceSeconds, unbroken.score.unrecordedShare, marksOf(unbroken)],
      [2, 0, []],
    )
    const { whole } = silence(track, Math.floor((range.from + range.to) / 2), 600)
    const scored = scoreTrack(whole)!
    assert.ok(Math.abs(scored.score.longestSilenceSeconds - 600) <= 4)
    assert.ok(scored.score.unrecordedShare > 0 && scored.score.unrecordedShare < 0.5)
    assert.deepEqual(marksOf(scored), ['unrecorded'])
    const { message } = scored.summary.warnings.find(({ code }) => code === 'unrecorded')!
    assert.match(
      message,
      /^Line \d+: nothing was recorded for 10 min before this fix\. .* \d+ % of its distance/,
    )
  })

  test('up to five minutes leaves a flight without a mark', () => {
    const { track, range } = simulateFlight({ seed: 8, taskKm: 30, rateSeconds: 2 })
    const { whole } = silence(track, Math.floor((range.from + range.to) / 2), 120)
    assert.deepEqual(marksOf(scoreTrack(whole)), [])
  })
})

suite('a silence that begins or ends on the ground', () => {
  const flight = [
    { seconds: 300, speed: 10, climb: 1.5, turn: 0.3 },
    { seconds: 900, speed: 11, climb: -0.6, heading: 70 },
  ]
  const parts = (rest: number) => {
    const first = simulateLegs([...flight, { seconds: rest }])
    const second = simulateLegs([{ seconds: rest }, ...flight])
    return join(first, {
      ...second,
      seconds: second.seconds.map((value) => value + 4800),
      latitude: second.latitude.map((value) => value + 0.3),
    })
  }

  test('parts a file: the best part is the flight, and a warning says so', () => {
    const { summary } = scoreTrack(parts(30))!
    assert.equal(summary.segments.length, 2)
    assert.ok(summary.warnings.some(({ code }) => code === 'several-flights'))
  })

  test('does not part it in the air', () => {
    assert.equal(scoreTrack(parts(0))!.summary.segments.length, 1)
  })

  test('ends a flight at its landing, as far as a wing glides', () => {
    const first = simulateLegs(flight)
    const ground = simulateLegs([{ seconds: 60 }])
    const last = first.length - 1
    const landed = (km: number) =>
      join(first, {
        ...ground,
        seconds: ground.seconds.map((value) => value + 1200 + 1800),
        latitude: ground.latitude.map(() => first.latitude[last]! + km / 111.195),
        longitude: ground.longitude.map(() => first.longitude[last]!),
        pressureAltitude: ground.pressureAltitude.map(() => first.pressureAltitude[last]! - 700),
      })
    assert.ok(scoreTrack(landed(8))!.summary.range!.to > last)
    assert.equal(scoreTrack(landed(12))!.summary.range!.to, last)
  })
})

suite('forged', () => {
  const ROUNDS = isFull ? 200 : 12

  test('drives with the recorder off are parted, or marked', () => {
    let [marked, parted] = [0, 0]
    // About a quarter are marked: twelve of one kind in a row are no rarity, two hundred are a fault.
    for (let round = 0; round < ROUNDS || ((!marked || !parted) && round < 200); round++) {
      const { first, second, whole, ...drive } = simulateDrive(SEED + round)
      const scored = scoreTrack(whole)!
      const flown = Math.max(pointsOf(first), pointsOf(second))
      const isMarked = marksOf(scored).length > 0
      if (isMarked) marked++
      else parted++
      assert.ok(
        scored.score.score <= flown || isMarked,
        `${scored.score.score}, flown ${flown}, ${JSON.stringify(drive)}, round ${round}, ${seeded}`,
      )
    }
    assert.ok(marked && parted, seeded)
  })

  test('replays of a loop gain nothing, and nearly all are cut or marked', () => {
    let seen = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { flown, whole } = simulateReplay(SEED + round, round % 2 ? 0 : 8)
      const scored = scoreTrack(whole)!
      assert.ok(
        scored.score.score <= pointsOf(flown) * 1.01 || marksOf(scored).length > 0,
        `${scored.score.score}, flown ${pointsOf(flown)}, round ${round}, ${seeded}`,
      )
      if (marksOf(scored).includes('repeated-track') || scored.file.recordings.length > 1) seen++
    }
    assert.ok(seen >= 0.9 * ROUNDS, `${seen} of ${ROUNDS}, ${seeded}`)
  })

  test('a replay that is left out is told with its lines and its minutes', () => {
    const { warnings } = scoreTrack(simulateReplay(1, 0).whole)!.summary
    const told = warnings.find(({ code }) => code === 'repeated-track')
    assert.match(
      told?.message ?? '',
      /^Line (\d+): lines \1 to \d+ \(\d+ fixes, \d+ min\) repeat, place by place and in the same rhythm, what begins in line \d+\.$/,
    )
  })
})

function scoreStored(bytes: Uint8Array) {
  return scoreFile(readIgc(bytes, { isStored: true }), { rules: XCONTEST, deadlineMs: 60_000 })!
}

function scoreBest(bytes: Uint8Array): number {
  return scoreStored(bytes).score.score
}

suite('of several flights in one file', () => {
  test('the best is the flight, though another has more fixes', () => {
    // A long soaring at one place, and a short flight across the country.
    const soaring = makeFile(1, { taskKm: 3, rateSeconds: 1, waitSeconds: 3000 })
    const distance = makeFile(2, { taskKm: 30, rateSeconds: 5, date: '2026-05-18', shape: 'line' })
    const [low, high] = [scoreBest(soaring), scoreBest(distance)]
    assert.ok(readIgc(soaring).track!.length > readIgc(distance).track!.length && high > 2 * low)
    for (const joined of [
      joinFiles(soaring, distance),
      joinFiles(distance, soaring),
      joinWithoutRecorder(soaring, distance),
      joinWithoutRecorder(distance, soaring),
    ])
      assert.equal(scoreBest(joined), high)
  })

  test('of two flights in one recording the best is the flight, though the other is longer, and a warning says so', () => {
    const soaring = Array.from({ length: 40 }, (_, pass) => ({
      seconds: 60,
      speed: 9,
      climb: pass % 2 ? 0.5 : -0.55,
      heading: pass * 180,
    }))
    const distance = [
      { seconds: 120, speed: 10, climb: 3, turn: 0.35 },
      { seconds: 900, speed: 11, climb: -0.5, heading: 70 },
    ]
    const { summary, score } = scoreStored(
      writeIgc({ track: simulateLegs([...soaring, { seconds: 1200 }, ...distance, { seconds: 600 }]) }),
    )
    assert.deepEqual(
      summary.segments.map(({ isFlight }) => isFlight),
      [false, true],
    )
    assert.ok(summary.segments[0]!.durationSeconds > summary.durationSeconds)
    assert.ok(score.score > 9)
    const warning = summary.warnings.find(({ code }) => code === 'several-flights')
    assert.match(warning!.message, /^Line \d+: another flight begins here\. Each was scored by itself/)
  })

  test('one in which nothing flies is never the flight', () => {
    const flight = makeFile(4)
    const table = makeFile(5, { date: '2026-05-18' })
    const resting = Buffer.from(
      Buffer.from(table)
        .toString('latin1')
        .replaceAll(/^(B\d{6}).{28}/gm, '$14630000N00800000EA0050000500'),
      'latin1',
    )
    assert.equal(scoreBest(joinWithoutRecorder(resting, flight)), scoreBest(flight))
  })
})
