import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HEAD, codes, fix, fixes, read, toClock, toSeconds } from '#test/support/igc/lines.ts'

test('south and west are negative, and so are altitudes below the sea', () => {
  const rows = Array.from({ length: 10 }, (_, i) => `B12000${i}2107911S05518180WA-0037-0012`)
  const { track } = read([...HEAD, ...rows])
  assert.equal(track?.latitude[0], -(21 + 7.911 / 60))
  assert.equal(track?.longitude[0], -(55 + 18.18 / 60))
  assert.equal(track?.pressureAltitude[0], -37)
  assert.equal(track?.gnssAltitude[0], -12)
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
  assert.equal(file.diagnoses[0]?.message, 'Line 13: the recorder marks one fix as uncertain (V).')
})

test('a spike is left out; a gap and a jump after a standstill are no spikes', () => {
  const spike = read([...HEAD, ...fixes(10), fix('120010', 4755010), ...fixes(10, '120011')])
  assert.equal(spike.track?.length, 20)
  assert.match(spike.diagnoses[0]!.message, /^Line 13: the position jumps/)
  assert.match(spike.diagnoses[0]!.hint, /^This fix was left out;/)
  const gap = read([...HEAD, ...fixes(10), ...fixes(10, '123000', 4705000)])
  assert.equal(gap.track?.length, 20)
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

test('a time or a position that does not exist is reported with its line', () => {
  const time = read([...HEAD, ...fixes(10), fix('256100')])
  assert.equal(time.diagnoses[0]?.message, 'Line 13: the time 25:61:00 does not exist.')
  // A leap second is written as second 60; no minute has more.
  assert.equal(read([...HEAD, ...fixes(10), fix('120060')]).track?.length, 11)
  assert.deepEqual(codes(read([...HEAD, ...fixes(10), fix('120061')])), ['fix-time'])
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
  const minutes = read([...HEAD, ...fixes(10).map((line) => `${line.slice(0, 11)} ${line.slice(12)}`)])
  assert.equal(minutes.track?.latitude[0], 46 + 55 / 60)
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
