import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { suite, test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { readReal, skip } from '#test/support/igc/real-files.ts'
import { sign } from '../../vectors/recipes/sign.ts'
import { seedRandom } from '#test/support/scoring/track-shapes.ts'
import { digest } from './md5.ts'
import { checkSignature } from './signature.ts'
import { readSeed } from '#test/support/seed.ts'

const STANDARD = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476] as const
const DATE = '2026-05-17'
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const check = (file: string | Uint8Array, date = DATE) =>
  checkSignature(typeof file === 'string' ? Buffer.from(file, 'latin1') : file, date)

/** A flight as an instrument of that maker writes it, without a signature. */
function write(maker: string): string {
  const lines = text(simulateFlight({ seed: 4, taskKm: 8 }).bytes).split('\r\n')
  const header = [
    `A${maker}AAA`,
    'HFFTYFRTYPE:XCSOAR,XCSOAR Android 7.42 Nov 2024',
    `L${maker}NOTE, with a comma`,
  ]
  return [...header, ...lines.slice(1)].join('\n')
}

suite('MD5', () => {
  test('is that of everybody else when it begins as theirs does', () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 4097]) {
      const message = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 0xff)
      assert.equal(digest(message, STANDARD), createHash('md5').update(message).digest('hex'))
    }
  })
})

suite('a signature of XCSoar', () => {
  const file = sign(write('XCS'), 'XCS')
  const lines = file.split('\n')
  const fix = lines.findIndex((line) => line.startsWith('B'))
  const change = (at: number, ...by: string[]) => lines.toSpliced(at, 1, ...by).join('\n')

  test('is valid, also with other line ends, in capitals, and with lines that others may add', () => {
    assert.deepEqual(check(file), { status: 'valid', maker: 'XCS', reason: null })
    for (const same of [
      file.replaceAll('\n', '\r\n'),
      file.replaceAll(/^G.*/gm, (line) => line.toUpperCase()),
      change(fix, 'LPLTa note of the pilot', lines[fix]!),
      change(fix, 'HOPLTPILOT:somebody', lines[fix]!),
      change(fix, `${lines[fix]}\u00E4`),
      `\u00EF\u00BB\u00BF${file}`,
    ])
      assert.equal(check(same).status, 'valid')
  })

  test('is invalid when a digit, a line or the order is another one, and says no more than that', () => {
    const reason = 'The signature does not match the records of the file.'
    for (const other of [
      change(
        fix,
        lines[fix]!.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
      ),
      change(fix),
      lines.toSpliced(fix, 2, lines[fix + 1]!, lines[fix]!).join('\n'),
      file.replace('Android 7.42', 'Android 7.43'),
      file.replace(/^G./m, (start) => (start === 'G0' ? 'G1' : 'G0')),
    ])
      assert.deepEqual(check(other), { status: 'invalid', maker: 'XCS', reason })
  })

  test('is invalid when it is cut off or no signature at all', () => {
    assert.match(
      check(lines.slice(0, -2).join('\n')).reason!,
      /^The signature does not match: it has 1\d\d digits instead of 128\.$/,
    )
    assert.match(check(`${write('XCS')}\nGnonsense`).reason!, /no hexadecimal digits/)
    assert.equal(check(`${write('XCS')}\n${'G0\n'.repeat(100_000)}`).status, 'invalid')
  })

  test('of version 6.5 covers commas', () => {
    const old = write('XCS').replace('Android 7.42 Nov 2024', 'Altair 6.5 Nov 2012')
    const signed = sign(old, 'XCS')
    assert.equal(check(signed).status, 'valid')
    assert.equal(check(signed.replace('NOTE, with', 'NOTE with')).status, 'invalid')
    assert.equal(check(file.replace('NOTE, with', 'NOTE with')).status, 'valid')
  })
})

suite('a signature of LK8000', () => {
  const file = sign(write('XLK'), 'XLK')

  test('covers every byte but the line ends', () => {
    assert.equal(check(file).status, 'valid')
    assert.equal(check(file.replaceAll('\n', '\r\n')).status, 'valid')
    assert.equal(check(file.replace('NOTE, with', 'NOTE with')).status, 'invalid')
  })

  test('is unknown where the file may have been re-encoded, or is older than the scheme', () => {
    assert.equal(check(file.replace('NOTE', 'N\u00D6TE')).status, 'unknown')
    assert.match(check(file.replace('NOTE', 'NOTES'), '2017-05-17').reason!, /before 2019/)
    assert.equal(check(file, '2017-05-17').status, 'valid')
  })
})

suite('a file', () => {
  test('without a G record is unsigned, and of a closed scheme unknown', () => {
    assert.deepEqual(check(write('XCS')).status, 'unsigned')
    const closed = check(`${write('XCT')}\nG0123`)
    assert.deepEqual(closed, {
      status: 'unknown',
      maker: 'XCT',
      reason: 'The maker XCT does not publish how it signs.',
    })
    assert.deepEqual([check('G12').status, check('G12').maker], ['unknown', null])
    assert.equal(check('').status, 'unsigned')
    const wide = Buffer.from(sign(write('XCS'), 'XCS'), 'utf16le')
    assert.deepEqual([check(wide).status, check(wide).maker], ['unknown', null])
  })

  test('of any bytes has an answer', () => {
    const seed = readSeed('SIGNATURE')
    const random = seedRandom(seed)
    const starts = ['AXCS', 'AXLK', '\nG', '\r\n', 'HFFTYFRTYPE:XCSOAR,XCSOAR 6.5 ', 'L']
    for (let round = 0; round < 500; round++) {
      const parts = Array.from({ length: Math.floor(random() * 12) }, () =>
        random() < 0.5
          ? starts[Math.floor(random() * starts.length)]!
          : String.fromCharCode(...Array.from({ length: 9 }, () => Math.floor(random() * 256))),
      )
      assert.notEqual(check(parts.join('')).status, 'valid', `SIGNATURE_SEED=${seed}`)
    }
  })
})

test('real files have the signatures that they are known to have', { skip }, () => {
  const known = {
    'XCSoar__grecord65a.igc': 'valid',
    'XCSoar__grecord65b.igc': 'valid',
    // The name of the pilot was replaced.
    'igc-parser__2016-11-08-xcs-aaa-02.igc': 'invalid',
    'igc-xc-score__discontinuity.igc': 'invalid',
    'leonardoxc__vali_ok.igc': 'unknown',
    'leonardoxc__test-valid.igc': 'unknown',
  }
  for (const [name, status] of Object.entries(known)) assert.equal(check(readReal(name)).status, status, name)
})
