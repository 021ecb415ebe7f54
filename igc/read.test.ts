import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findError, readIgc } from './read.ts'

const HEAD = ['AXXX001 Recorder', 'HFDTE250724']

/** `B` records, one a second, drifting north. */
function fixes(count: number, start = '120000', latitude = 4655000): string[] {
  const first = toSeconds(start)
  return Array.from({ length: count }, (_, i) => fix(toClock((first + i) % 86_400), latitude + i))
}

function fix(clock: string, latitude = 4655000, rest = 'A0160001650'): string {
  return `B${clock}${latitude}N00805000E${rest}`
}

function toSeconds(clock: string): number {
  return Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(2, 4)) * 60 + Number(clock.slice(4))
}

function toClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join('')
}

function read(lines: string[], lineEnd = '\r\n') {
  return readIgc(Buffer.from(lines.join(lineEnd) + lineEnd, 'utf8'))
}

function codes(file: ReturnType<typeof readIgc>): string[] {
  return file.diagnoses.map(({ code }) => code)
}

test('a plain file is read without a word', () => {
  const file = read([...HEAD, 'HFPLTPILOTINCHARGE:Anna Muster', 'HFGTYGLIDERTYPE:Ozone Rush 6', ...fixes(12)])
  assert.deepEqual(file.diagnoses, [])
  assert.equal(file.date, '2024-07-25')
  assert.equal(file.track?.length, 12)
  assert.equal(file.track.seconds[0], Date.UTC(2024, 6, 25, 12) / 1000)
  assert.equal(file.track.latitude[0], 46 + 55 / 60)
  assert.equal(file.track.longitude[0], 8 + 5 / 60)
  assert.equal(file.track.pressureAltitude[0], 1600)
  assert.equal(file.track.gnssAltitude[0], 1650)
  assert.equal(file.headers.pilot, 'Anna Muster')
  assert.equal(file.headers.gliderType, 'Ozone Rush 6')
  assert.equal(file.headers.recorderId, 'XXX001 Recorder')
  assert.deepEqual(Array.from(file.lines.subarray(0, 2)), [5, 6])
})

test('south and west are negative, and so are altitudes below the sea', () => {
  const rows = Array.from({ length: 10 }, (_, i) => `B12000${i}2107911S05518180WA-0037-0012`)
  const { track } = read([...HEAD, ...rows])
  assert.equal(track?.latitude[0], -(21 + 7.911 / 60))
  assert.equal(track?.longitude[0], -(55 + 18.18 / 60))
  assert.equal(track?.pressureAltitude[0], -37)
  assert.equal(track?.gnssAltitude[0], -12)
})

for (const [name, lineEnd] of Object.entries({ CRLF: '\r\n', LF: '\n', CR: '\r', 'CR CR LF': '\r\r\n' })) {
  test(`lines that end in ${name} are read and counted alike`, () => {
    const file = read([...HEAD, ...fixes(10), fix('256100')], lineEnd)
    assert.equal(file.track?.length, 10)
    assert.equal(file.lines[0], 3)
    assert.equal(file.diagnoses[0]?.line, 13)
  })
}

test('mixed line ends, blank lines, Ctrl-Z and a missing last line end do no harm', () => {
  const text = `\n${HEAD.join('\r\n')}\r\r\n\n${fixes(5).join('\r')}\n${fixes(5, '120005').join('\n')}\x1a`
  const file = readIgc(Buffer.from(text, 'latin1'))
  assert.equal(file.track?.length, 10)
})

const encodings: [name: string, bytes: Buffer][] = [
  ['UTF-8', Buffer.from('HFPLTPILOT:Jürgen Müller', 'utf8')],
  ['Latin-1', Buffer.from('HFPLTPILOT:Jürgen Müller', 'latin1')],
]
for (const [name, pilot] of encodings) {
  test(`a pilot's name in ${name} keeps its letters`, () => {
    const bytes = Buffer.concat([
      Buffer.from('AXXX\n'),
      pilot,
      Buffer.from(`\nHFDTE250724\n${fixes(10).join('\n')}`),
    ])
    assert.equal(readIgc(bytes).headers.pilot, 'Jürgen Müller')
  })
}

test("windows-1252's own letters are read, in the same file as UTF-8", () => {
  const euro = Buffer.from([...Buffer.from('HFSITSITE:'), 0x80, 0x8a])
  const bytes = Buffer.concat([
    Buffer.from('AXXX\nHFPLTPILOT:Łukasz\n'),
    euro,
    Buffer.from(`\nHFDTE250724\n${fixes(10).join('\n')}`),
  ])
  const { headers } = readIgc(bytes)
  assert.equal(headers.site, '€Š')
  assert.equal(headers.pilot, 'Łukasz')
})

test('a byte order mark and UTF-16 are seen through', () => {
  const text = `${[...HEAD, ...fixes(10)].join('\r\n')}\r\n`
  assert.equal(readIgc(Buffer.from(`\uFEFF${text}`, 'utf8')).track?.length, 10)
  assert.equal(readIgc(Buffer.from(`\uFEFF${text}`, 'utf16le')).track?.length, 10)
})

test('a binary G record after the fixes changes nothing', () => {
  const binary = Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 7) % 256))
  const bytes = Buffer.concat([Buffer.from(`${[...HEAD, ...fixes(10)].join('\n')}\nG`), binary])
  const file = readIgc(bytes)
  assert.equal(file.track?.length, 10)
  assert.equal(findError(file), undefined)
})

test('a missing A record, or one after other lines, is read', () => {
  assert.deepEqual(codes(read(['HFDTE250724', ...fixes(10)])), ['no-recorder'])
  assert.deepEqual(codes(read(['some other line', ...HEAD, ...fixes(10)])), [])
})

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
  assert.match(error.message, /does not say on which date/)
  assert.match(error.hint, /HFDTE250724/)
  assert.equal(readIgc(bytes, { date: '2024-07-25' }).date, '2024-07-25')
})

test('a date that does not exist is named with its line, then the missing date refuses the file', () => {
  const file = read(['AXXX', 'HFDTE320124', ...fixes(10)])
  assert.deepEqual(codes(file), ['no-date', 'date-unreadable'])
  assert.match(file.diagnoses[1]!.message, /^Line 2: "HFDTE320124" holds no date that exists/)
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

test('a clock that goes backward loses as few fixes as can be, and is no midnight', () => {
  const file = read([...HEAD, ...fixes(10, '120000'), ...fixes(10, '115955'), ...fixes(10, '120010')])
  assert.deepEqual(codes(file), ['clock-backward'])
  assert.ok(file.track!.length >= 20)
  assert.equal(file.date, '2024-07-25')
  assertRising(file)
})

test('one misprinted time, ahead, behind or at midnight, costs that fix alone', () => {
  for (const misprint of ['170000', '110000', '000000']) {
    const file = read([...HEAD, ...fixes(20), fix(misprint, 4655020), ...fixes(20, '120021', 4655021)])
    assert.equal(file.track?.length, 40, misprint)
    assert.equal(file.track.seconds[39]! - file.track.seconds[0]!, 40)
    assert.deepEqual(codes(file), ['clock-backward'], misprint)
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
})

test('several recordings in one file are put in order of time', () => {
  const second = ['AXXX', 'HFDTE240724', ...fixes(10, '090000')]
  const file = read([...HEAD, ...fixes(10), ...second])
  assert.equal(file.track?.length, 20)
  assert.equal(file.date, '2024-07-24')
  assertRising(file)
  const sameDay = read([...HEAD, ...fixes(10), 'AXXX', 'HFDTE250724', ...fixes(10, '090000')])
  assert.equal(sameDay.track?.length, 20)
  assertRising(sameDay)
})

test('V fixes are kept and marked, fixes at 0/0 are left out', () => {
  const file = read([
    ...HEAD,
    ...fixes(10),
    fix('120010', 4655010, 'V0160000000'),
    'B1200110000000N00000000EV0160000000',
  ])
  assert.equal(file.track?.length, 11)
  assert.deepEqual(Array.from(file.track.valid.subarray(9)), [1, 0])
  assert.deepEqual(codes(file), ['fix-uncertain', 'zero-position'])
})

test('a spike is left out, a hole and a jump after a standstill are not spikes', () => {
  const spike = read([...HEAD, ...fixes(10), fix('120010', 4755010), ...fixes(10, '120011')])
  assert.equal(spike.track?.length, 20)
  assert.match(spike.diagnoses[0]!.message, /^Line 13: the position jumps/)
  const hole = read([...HEAD, ...fixes(10), ...fixes(10, '123000', 4705000)])
  assert.equal(hole.track?.length, 20)
  const frozen = Array.from({ length: 120 }, (_, i) => fix(toClock(toSeconds('120010') + i), 4655009))
  const standstill = read([...HEAD, ...fixes(10), ...frozen, ...fixes(10, '120210', 4656000)])
  assert.equal(standstill.track?.length, 140)
})

test('a wrong first position, as a cold receiver writes it, is left out', () => {
  const file = read([...HEAD, fix('115958', 1012000), fix('115959', 1012000), ...fixes(20)])
  assert.equal(file.track?.length, 20)
  assert.deepEqual(codes(file), ['spike'])
})

test('a truncated fix is named and left out; altitudes alone may be missing', () => {
  const file = read([...HEAD, ...fixes(10), 'B12001046550'])
  assert.equal(file.track?.length, 10)
  assert.match(file.diagnoses[0]!.message, /^Line 13: the fix "B12001046550" is cut short\./)
  const short = read([...HEAD, ...fixes(10).map((line) => line.slice(0, 30))])
  assert.equal(short.track?.length, 10)
  assert.equal(short.track.pressureAltitude[0], 1600)
  assert.equal(short.track.gnssAltitude[0], 0)
  assert.equal(read([...HEAD, ...fixes(10).map((line) => line.slice(0, 25))]).track?.length, 10)
})

test('a fix cut exactly where the next line begins does not swallow it', () => {
  for (let length = 1; length < 35; length++) {
    const file = read([...HEAD, fix('115959').slice(0, length), ...fixes(10)], '\n')
    assert.equal(file.track?.length, length === 25 || length === 30 ? 11 : 10, `cut to ${length}`)
  }
})

test('a time or a position that does not exist is told with its line', () => {
  const time = read([...HEAD, ...fixes(10), fix('256100')])
  assert.equal(time.diagnoses[0]?.message, 'Line 13: the time 25:61:00 does not exist.')
  const position = read([...HEAD, ...fixes(10), fix('120010', 4665000), fix('120011', 9155000)])
  assert.equal(
    position.diagnoses[0]?.message,
    'Line 13: the position 4665000N00805000E does not exist. One other line has the same problem.',
  )
  assert.equal(position.track?.length, 10)
})

test('lower case and blanks for zeros are read', () => {
  const lower = read([...HEAD, ...fixes(10).map((line) => line.toLowerCase())])
  assert.equal(lower.track?.length, 10)
  const blanks = read([...HEAD, ...fixes(10).map((line) => `${line.slice(0, 25)} 1600 1650`)])
  assert.equal(blanks.track?.pressureAltitude[0], 1600)
})

test('extensions become columns, LAD and LOD decimals of the position', () => {
  const rows = fixes(10).map((line, i) => `${line}57${String(i).padStart(3, '0')}12`)
  const { track } = read([...HEAD, 'I043636LAD3737LOD3840ENL4142SIU', ...rows])
  assert.deepEqual(Object.keys(track!.extensions!), ['ENL', 'SIU'])
  assert.deepEqual(Array.from(track!.extensions!.ENL!.subarray(0, 3)), [0, 1, 2])
  assert.equal(track!.extensions!.SIU![9], 12)
  assert.ok(Math.abs(track!.latitude[0]! - (46 + 55.0005 / 60)) < 1e-12)
  assert.ok(Math.abs(track!.longitude[0]! - (8 + 5.0007 / 60)) < 1e-12)
})

test('wrong offsets in the I record and records too short for them harm nothing', () => {
  const file = read([...HEAD, 'I031012ABC3638FXA9093TAS', ...fixes(10).map((line) => `${line}007`)])
  assert.deepEqual(codes(file), ['extension-offset'])
  assert.equal(file.track?.extensions?.FXA![0], 7)
  assert.equal(file.track.extensions.TAS![0], 0)
  const beyond = read([...HEAD, 'I013840ENL', ...fixes(10)], '\n')
  assert.deepEqual([...beyond.track!.extensions!.ENL!], Array<number>(10).fill(0))
})

test('headers are taken from any source letter and placeholders are left out', () => {
  const { headers } = read([
    ...HEAD,
    'HSCCLCOMPETITION CLASS:FAI-3 (PG)',
    'HFPLT Pilot             :Anna',
    'HFCM2CREW2:NIL',
    'HFGTYGLIDERTYPE: not set',
    'HFGIDGLIDERID:NKN',
    'HFTZNTIMEZONE:+5.50',
    ...fixes(10),
  ])
  assert.equal(headers.competitionClass, 'FAI-3 (PG)')
  assert.equal(headers.pilot, 'Anna')
  assert.equal(headers.crew, undefined)
  assert.equal(headers.gliderType, undefined)
  assert.equal(headers.gliderId, undefined)
  assert.equal(headers.timeZoneHours, 5.5)
})

test('events and the task are read, points at 0/0 left out', () => {
  const file = read([
    ...HEAD,
    'C250724093000000000000002 Sunday task',
    'C0000000N00000000ETAKEOFF',
    'C4655000N00805000ESTART',
    'C4700000N00810000WTURN',
    'E120001PEV pressed',
    ...fixes(10),
  ])
  assert.equal(file.task?.description, 'Sunday task')
  assert.deepEqual(
    file.task.points.map(({ name }) => name),
    ['START', 'TURN'],
  )
  assert.equal(file.task.points[1]?.longitude, -(8 + 10 / 60))
  assert.deepEqual(file.events, [{ line: 7, secondsOfDay: 43_201, code: 'PEV', text: 'pressed' }])
})

test('a task without turnpoints keeps its text alone', () => {
  const file = read([
    ...HEAD,
    'C1609190935420000000000-2 Competition task',
    'C4552776N00628986ETAKEOFF',
    ...fixes(10),
  ])
  assert.equal(file.task?.description, 'Competition task')
})

test('over-long lines are no trouble', () => {
  assert.equal(
    read([...HEAD, `LXXX${'x'.repeat(100_000)}`, `HFPLTPILOT:${'y'.repeat(100_000)}`, ...fixes(10)]).track
      ?.length,
    10,
  )
})

test('fewer than ten fixes, none, or none with a position refuse the file', () => {
  assert.equal(findError(read([...HEAD, ...fixes(9)]))?.message, 'The file holds only 9 usable fixes.')
  assert.equal(findError(read([...HEAD, 'HFPLTPILOT:Anna']))?.code, 'no-fixes')
  const lost = Array.from({ length: 20 }, () => 'B1200110000000N00000000EV0160000000')
  assert.equal(
    findError(read([...HEAD, ...lost]))?.message,
    'None of the 20 fixes holds a position that can be used.',
  )
  const never = Array.from({ length: 20 }, () => fix('990000'))
  assert.equal(findError(read([...HEAD, ...never]))?.code, 'times-impossible')
  assert.equal(findError(readIgc(new Uint8Array()))?.message, 'The file is empty.')
})

test('diagnoses put errors first and never outnumber their kinds', () => {
  const file = read([...HEAD, ...fixes(3), ...Array.from({ length: 500 }, () => 'B12')])
  assert.equal(file.diagnoses[0]?.code, 'too-few-fixes')
  assert.match(file.diagnoses[1]!.message, /499 other lines have the same problem\.$/)
  assert.equal(file.diagnoses.length, 2)
})

function assertRising(file: ReturnType<typeof readIgc>): void {
  const { seconds } = file.track!
  for (let i = 1; i < seconds.length; i++) assert.ok(seconds[i]! >= seconds[i - 1]!)
}
