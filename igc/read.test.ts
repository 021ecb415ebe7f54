import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codes, fix, fixes, HEAD, read } from '#test/support/igc/lines.ts'
import { createReadBuffer, findError, readIgc } from './read.ts'

test('a plain file is read without a diagnosis', () => {
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
  const euro = Buffer.from([...Buffer.from('HFGTYGLIDERTYPE:'), 0x80, 0x8a])
  const bytes = Buffer.concat([
    Buffer.from('AXXX\nHFPLTPILOT:Łukasz\n'),
    euro,
    Buffer.from(`\nHFDTE250724\n${fixes(10).join('\n')}`),
  ])
  const { headers } = readIgc(bytes)
  assert.equal(headers.gliderType, '€Š')
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

test('headers are taken from any source letter and placeholders are left out', () => {
  const { headers } = read([
    ...HEAD,
    'HSCCLCOMPETITION CLASS:FAI-3 (PG)',
    'HFPLT Pilot             :Anna',
    'HFCM2CREW2:NIL',
    'HFGTYGLIDERTYPE: not set',
    ...fixes(10),
  ])
  assert.equal(headers.competitionClass, 'FAI-3 (PG)')
  assert.equal(headers.pilot, 'Anna')
  assert.equal(headers.crew, undefined)
  assert.equal(headers.gliderType, undefined)
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
  assert.equal(findError(read([...HEAD, ...lost]))?.message, 'None of the 20 fixes has a usable position.')
  assert.equal(
    findError(read([...HEAD, ...lost.slice(0, 1)]))?.message,
    'Line 3: the only fix has no usable position.',
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

test('a lent buffer is used for one file after the other, and no track refers to it', () => {
  const buffer = createReadBuffer()
  const files = [
    fixes(30),
    fixes(12, '150000', 4712000),
    fixes(20, '090000').map((line) => line.toLowerCase()),
  ]
  const bytes = files.map((lines) => Buffer.from([...HEAD, ...lines].join('\n')))
  const lent = bytes.map((each) => readIgc(each, { buffer }))
  assert.deepEqual(
    lent,
    bytes.map((each) => readIgc(each)),
  )
  const lentMemory = new Set(Object.values(buffer).map((column: object) => (column as Int32Array).buffer))
  for (const { track, lines } of lent) {
    for (const column of [track!.seconds, track!.latitude, track!.gnssAltitude, track!.valid, lines])
      assert.ok(!lentMemory.has(column.buffer))
  }
})

test('a single fix that cannot be used is blamed with its line', () => {
  const errorOf = (fix: string) => findError(readIgc(Buffer.from(['AXXX', 'HFDTE250724', fix].join('\n'))))
  const faults: [fix: string, code: string][] = [
    ['B2561004655000N00805000EA0160001650', 'times-impossible'],
    ['B1200000000000N00000000EA0160001650', 'no-valid-fix'],
    ['B1200009955000N00805000EA0160001650', 'no-valid-fix'],
    ['B120000465', 'no-valid-fix'],
    ['B12000046550x0N00805000EA0160001650', 'no-valid-fix'],
  ]
  for (const [fix, code] of faults) {
    const error = errorOf(fix)
    assert.deepEqual([error?.code, error?.line], [code, 3], fix)
    assert.match(error?.message ?? '', /^Line 3: the only fix has no /)
  }
})
