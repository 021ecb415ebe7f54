import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HEAD, codes, fix, fixes, read, toClock } from '#test/support/igc/lines.ts'
import { findError, type IgcFile, readIgc } from '../read.ts'
import { keepRising } from './clock.ts'

const dates: [line: string, date: string][] = [
  ['HFDTE010203', '2003-02-01'],
  ['HFDTEDATE:010203,01', '2003-02-01'],
  ['HFDTEDATE: 010203', '2003-02-01'],
  ['HFDTE 010203', '2003-02-01'],
  ['HFDTE:010203', '2003-02-01'],
  ['hfdte010203', '2003-02-01'],
  ['HFDTEDate:010203', '2003-02-01'],
  ['HODTE010203', '2003-02-01'],
  ['HFDTE01022003', '2003-02-01'],
  ['HFDTEDATE:2003-02-01', '2003-02-01'],
  ['HFDTE311299', '1999-12-31'],
]
for (const [line, date] of dates) {
  test(`the date ${line} is ${date}`, () => {
    assert.equal(read(['AXXX', line, ...fixes(10)]).date, date)
  })
}

test('a date after the first fix holds for the whole file', () => {
  assert.equal(read(['AXXX', ...fixes(5), 'HFDTE250724', ...fixes(5, '120005')]).date, '2024-07-25')
})

test('without a date the file is refused and the date asked for; stated by the caller it is read', () => {
  const bytes = Buffer.from(['AXXX', ...fixes(10)].join('\n'))
  const error = findError(readIgc(bytes))
  assert.equal(error?.code, 'no-date')
  assert.match(error.message, /does not give the date of the flight/)
  assert.match(error.hint, /HFDTE250724.*flight_date=2024-07-25/)
  const file = readIgc(bytes, { date: '2024-07-25' })
  assert.deepEqual([file.date, file.isDateGiven], ['2024-07-25', true])
})

test('a date of the file is kept, whatever the caller gives; more than a day apart it is said', () => {
  const lines = ['AXXX', 'HFDTE250724', ...fixes(10)]
  for (const [date, warnings] of [
    ['2024-07-25', []],
    ['2024-07-26', []],
    ['2024-07-27', ['date-given']],
  ] as const) {
    const file = readIgc(Buffer.from(lines.join('\n')), { date })
    assert.deepEqual([file.date, file.isDateGiven], ['2024-07-25', false])
    assert.deepEqual(codes(file), warnings)
  }
})

test('a date that does not exist is named with its line, and refuses the file when there is no other', () => {
  const file = read(['AXXX', 'HFDTE320124', ...fixes(10)])
  assert.match(file.diagnoses[0]!.message, /^Line 2: this is no valid date, and no other line gives/)
  assert.deepEqual(codes(file), ['no-date', 'date-unreadable'])
  assert.match(file.diagnoses[1]!.message, /^Line 2: "HFDTE320124" is not a valid date/)
})

test('an impossible year is kept and warned about', () => {
  assert.deepEqual(codes(read(['AXXX', 'HFDTE010175', ...fixes(10)])), ['date-implausible'])
  const future = readIgc(Buffer.from([...HEAD, ...fixes(10)].join('\n')), { now: new Date('2023-01-01') })
  assert.deepEqual(codes(future), ['date-implausible'])
  assert.equal(future.date, '2024-07-25')
})

test('past midnight the day goes on, once and several times', () => {
  const once = read([...HEAD, ...fixes(20, '235955')])
  assert.deepEqual(codes(once), [])
  assert.equal(once.track!.seconds[19]! - once.track!.seconds[0]!, 19)
  const clocks = [
    '200000',
    '230000',
    '020000',
    '100000',
    '180000',
    '030000',
    '120000',
    '210000',
    '040000',
    '050000',
  ]
  const thrice = read([...HEAD, ...clocks.map((clock) => fix(clock))])
  assert.deepEqual(codes(thrice), [])
  assert.equal(thrice.track!.seconds[9]! - thrice.track!.seconds[0]!, 57 * 3600)
})

test('a new date record after midnight is not counted twice', () => {
  const file = read([...HEAD, ...fixes(10, '235950'), 'HFDTE260724', ...fixes(10, '000000')])
  assert.equal(file.track!.seconds[19]! - file.track!.seconds[0]!, 19)
})

test('a clock that goes backward loses as few fixes as possible, and is no midnight', () => {
  const file = read([...HEAD, ...fixes(10, '120000'), ...fixes(10, '115955'), ...fixes(10, '120010')])
  assert.deepEqual(codes(file), ['clock-backward'])
  assert.ok(file.track!.length >= 20)
  assert.equal(file.date, '2024-07-25')
  assertRising(file)
})

test('a clock that is set back in the air costs no fix, whether it is set ahead again or not', () => {
  const lines = (start: string, from: number, count: number) => fixes(count, start, 4655000 + from)
  const cases: [name: string, records: string[], set: string, lasts: number][] = [
    [
      'behind for a while',
      [...lines('120000', 0, 60), ...lines('115900', 60, 30), ...lines('120130', 90, 60)],
      '63 to 92',
      149,
    ],
    [
      'ahead for a while',
      [...lines('120000', 0, 60), ...lines('120300', 60, 30), ...lines('120130', 90, 60)],
      '63 to 92',
      149,
    ],
    ['ahead at the beginning', [...lines('120500', 0, 30), ...lines('120030', 30, 60)], '3 to 32', 89],
    ['behind at the end', [...lines('120000', 0, 60), ...lines('115000', 60, 30)], '63 to 92', 89],
  ]
  for (const [name, records, set, lasts] of cases) {
    const file = read([...HEAD, ...records])
    assert.deepEqual([file.track!.length, codes(file)], [records.length, ['clock-backward']], name)
    assert.equal(file.track!.seconds.at(-1)! - file.track!.seconds[0]!, lasts, name)
    assert.match(file.diagnoses[0]!.message, new RegExp(`was set by .* in the air: lines ${set} `), name)
    assertRising(file)
  }
  const twice = read([...HEAD, ...lines('120000', 0, 60), ...lines('120030', 30, 60)])
  assert.ok(twice.track!.length < 100, 'what is written twice is no clock that was set')
})

test('one wrong time, ahead, behind or at midnight, costs that fix alone', () => {
  for (const glitch of ['170000', '110000', '000000']) {
    const file = read([...HEAD, ...fixes(20), fix(glitch, 4655020), ...fixes(20, '120021', 4655021)])
    assert.equal(file.track?.length, 40, glitch)
    assert.equal(file.track.seconds[39]! - file.track.seconds[0]!, 40)
    assert.deepEqual(codes(file), ['clock-backward'], glitch)
    assert.match(file.diagnoses[0]!.message, /^Line 23: the clock goes backward \(one fix\)/)
  }
})

test('times without any order refuse the file', () => {
  const file = read([...HEAD, ...Array.from({ length: 40 }, (_, i) => fix(toClock(50_000 - i * 600)))])
  assert.equal(findError(file)?.code, 'times-impossible')
  assert.equal(file.track, undefined)
})

test('several fixes of one second are kept in their order', () => {
  const file = read([...HEAD, ...Array.from({ length: 12 }, (_, i) => fix('120000', 4655000 + i))])
  assert.equal(file.track?.length, 12)
  assert.deepEqual(codes(file), ['time-repeated'])
  assert.equal(file.diagnoses[0]?.message, 'Line 4: 11 fixes have the same time as the fix before.')
})

test('fixes of one second are kept after a wrong time, too', () => {
  assert.deepEqual([...keepRising(Float64Array.of(1, 5, 1, 1, 1), 0, 5)], [0, 2, 3, 4])
})

function assertRising(file: IgcFile): void {
  const { seconds } = file.track!
  for (let i = 1; i < seconds.length; i++) assert.ok(seconds[i]! >= seconds[i - 1]!)
}
