// Forged tracks never score in silence: they are cut out, refused or marked.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listMarks } from '#igc/marks.ts'
import { readIgc } from '#igc/read.ts'
import { type Forged, compress, driveFast, driveMotorway, moveCorners } from '#test/support/igc/forged.ts'
import { readReal, sampledFiles, skip } from '#test/support/igc/real-files.ts'
import { XCONTEST } from './leagues/leagues.ts'
import { scoreFile } from './score-file.ts'

const CASES = process.env.SWEEPS === '1' ? 200 : 8
const seeds = Array.from({ length: CASES }, (_, index) => index + 1)

function judge(bytes: Uint8Array) {
  const { score, summary } = scoreFile(readIgc(bytes), { rules: XCONTEST, deadlineMs: 1000 })!
  return { points: score.score, summary, marks: listMarks(summary.warnings) }
}

function assertAll(make: (seed: number) => Forged, check: (forged: Forged) => boolean): void {
  for (const seed of seeds) {
    const forged = make(seed)
    assert.ok(check(forged), forged.name)
  }
}

suite('points that were never flown', () => {
  test('corners moved aside are cut out: the rest scores what it did, or less', () => {
    assertAll(moveCorners, ({ bytes, honest }) => {
      const { points, marks } = judge(bytes)
      return marks.includes('implausible-speed') || points <= judge(honest!).points * 1.005 + 0.02
    })
  })

  test('trains and airliners score nothing, and are marked with a line', () => {
    assertAll(driveFast, ({ bytes }) => {
      const { points, marks, summary } = judge(bytes)
      const warning = summary.warnings.find(({ code }) => code === 'implausible-speed')
      return points === 0 && marks.length > 0 && warning!.line > 0
    })
  })

  test('a flight with its clock three to twenty times as fast is marked', () => {
    assertAll(compress, ({ bytes }) => judge(bytes).marks.includes('implausible-speed'))
  })

  test('a drive on a motorway is no flight', () => {
    assertAll(driveMotorway, ({ bytes }) => judge(bytes).points === 0)
  })

  test('a position that jumps by two kilometres for good is kept, and the flight is marked', () => {
    const { honest } = moveCorners(3)
    const lines = Buffer.from(honest!).toString('latin1').split('\r\n')
    // From the middle on a minute of arc further north.
    const moved = lines.map((line, index) =>
      index > lines.length / 2
        ? line.replace(
            /^(B\d{6})(\d{4})/,
            (_, time: string, north: string) => time + String(Number(north) + 1),
          )
        : line,
    )
    const { marks, summary } = judge(Buffer.from(moved.join('\r\n'), 'latin1'))
    assert.deepEqual(marks, ['implausible-speed'])
    assert.match(summary.warnings[0]!.message, /^Line \d+: the position jumps by 1\.[89] km in \d s/)
  })
})

suite('real flights', () => {
  /** Some have silences. */
  const marksOf = (warnings: readonly { code: string }[]) =>
    listMarks(warnings).filter((mark) => mark !== 'unrecorded')

  test('are not marked, but for silences', { skip }, () => {
    for (const name of sampledFiles) {
      const scored = scoreFile(readIgc(readReal(name)), { rules: XCONTEST, deadlineMs: 50 })
      if (scored) assert.deepEqual(marksOf(scored.summary.warnings), [], name)
    }
  })

  /** Slower than a walker throughout: by its climbs alone it is a flight. */
  const madeUp = 'the_paragliding_app__sample_flight.igc'

  test('without their altitudes are flights all the same, of the same length, and marked', { skip }, () => {
    for (const name of sampledFiles.filter((each) => each !== madeUp)) {
      const bytes = readReal(name)
      const flat = bytes.toString('latin1').replace(/^(B\d{13}[NS]\d{8}[EW][AV]).{10}/gm, '$10000000000')
      const options = { rules: XCONTEST, deadlineMs: 1000 }
      const [before, after] = [bytes, Buffer.from(flat, 'latin1')].map((file) =>
        scoreFile(readIgc(file), options),
      )
      if (!before?.summary.range) continue
      assert.deepEqual(marksOf(after!.summary.warnings), ['no-altitude'], name)
      const points = before.score.score
      assert.ok(
        Math.abs(after!.score.score - points) <= 0.01 * points + 0.01,
        `${name}: ${after!.score.score}, not ${points}`,
      )
      // Without altitudes a last glide cannot be told.
      const recording = name.includes('CGP-XDFE') ? 'cut-short' : before.summary.recording
      assert.equal(after!.summary.recording, recording, name)
    }
  })
})
