import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fingerprintBytes } from './fingerprint.ts'
import { findFlights } from './flight/flight-range.ts'
import { findError, type IgcFile, readIgc } from './read.ts'
import { simulateFlight } from './simulate.ts'
import { summariseFlight } from './flight/summary.ts'

const LIMIT = { interruptAfterTimeLimit: 2500, markInterruptAsFailure: false } as const
const bases = [1, 2, 3].map(
  (seed) =>
    simulateFlight({ seed, taskKm: 3, rateSeconds: 5, longitude: seed * 170, latitude: seed * 25 }).bytes,
)

/** Holds for any file whatever. */
function checkFile(bytes: Uint8Array): IgcFile {
  const file = readIgc(bytes)
  const lineCount = bytes.length + 1
  for (const { line, message, hint } of file.diagnoses) {
    assert.ok(Number.isInteger(line) && line >= 0 && line <= lineCount)
    assert.ok(message.length > 0 && message.length < 2000 && hint.length > 0)
  }
  assert.equal(file.track === undefined, findError(file) !== undefined)
  if (file.track) checkTrack(file, file.track)
  return file
}

function checkTrack(file: IgcFile, track: NonNullable<IgcFile['track']>): void {
  assert.ok(track.length >= 10)
  assert.equal(file.lines.length, track.length)
  for (const column of [
    ...Object.values(track.extensions ?? {}),
    track.latitude,
    track.valid,
    track.gnssAltitude,
  ]) {
    assert.equal(column.length, track.length)
  }
  for (let row = 0; row < track.length; row++) {
    assert.ok(row === 0 || track.seconds[row]! >= track.seconds[row - 1]!)
    assert.ok(Math.abs(track.latitude[row]!) <= 90 && Math.abs(track.longitude[row]!) <= 180)
    assert.ok(track.latitude[row] !== 0 || track.longitude[row] !== 0)
  }
  for (const { from, to } of findFlights(track)) assert.ok(from >= 0 && from < to && to < track.length)
  const summary = summariseFlight({ ...file, track })
  assert.deepEqual(JSON.parse(JSON.stringify(summary)), summary)
  assert.ok(summary.trackDistanceKm >= 0 && summary.durationSeconds >= 0)
  assert.equal(fingerprintBytes(track).length, 1 + 12 * track.length)
}

test('any bytes are read or refused, never thrown at', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => void checkFile(bytes)),
    { numRuns: 3000, ...LIMIT },
  )
})

test('any lines of an IGC alphabet are read or refused', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'B',
      'HFDTE',
      'HFDTEDATE:',
      'I02',
      'A',
      'C',
      'E',
      '\n',
      '\r',
      '\r\n',
      'N',
      'E',
      'A',
      'V',
      '-',
      ' ',
      ',',
    ),
    fc.stringMatching(/^\d{1,8}$/),
    fc.constantFrom(
      'B1200004655000N00805000EA0160001650\n',
      'B2359594655000S00805000WV0160001650\r\n',
      'HFDTE010724\n',
    ),
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 300 }),
      (pieces) => void checkFile(Buffer.from(pieces.join(''))),
    ),
    { numRuns: 2000, ...LIMIT },
  )
})

test('a flight with bytes changed, cut out, doubled or swapped is read or refused', () => {
  const edit = fc.record({
    kind: fc.constantFrom('set', 'cut', 'double', 'swap'),
    at: fc.nat({ max: 1_000_000 }),
    length: fc.nat({ max: 400 }),
    byte: fc.integer({ min: 0, max: 255 }),
  })
  fc.assert(
    fc.property(fc.constantFrom(...bases), fc.array(edit, { maxLength: 12 }), (base, edits) => {
      checkFile(edits.reduce(applyEdit, base))
    }),
    { numRuns: 400, ...LIMIT },
  )
})

test('bytes appended after the flight never change its fixes before them', () => {
  const base = bases[0]!
  const { track } = readIgc(base)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
      const comment = Buffer.concat([
        base,
        Buffer.from('LXXX'),
        tail.map((byte) => (byte < 0x20 ? 0x20 : byte)),
      ])
      assert.deepEqual(checkFile(comment).track, track)
    }),
    { numRuns: 60, ...LIMIT },
  )
})

function applyEdit(
  bytes: Uint8Array,
  edit: { kind: string; at: number; length: number; byte: number },
): Uint8Array {
  const at = edit.at % Math.max(1, bytes.length)
  const end = Math.min(bytes.length, at + edit.length)
  if (edit.kind === 'cut') return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
  if (edit.kind === 'double') return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
  if (edit.kind === 'swap') return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)])
  const changed = Uint8Array.from(bytes)
  changed[at] = edit.byte
  return changed
}
