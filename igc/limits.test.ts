import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFlights } from './flight/flight-range.ts'
import { readIgc } from './read.ts'
import { seededRandom } from './simulate.ts'
import { summariseFlight } from './flight/summary.ts'

/** The largest file that is taken; a fifth of it tells as well whether time grows by the square. */
const MIB = process.env.SWEEPS ? 10 : 2
const LARGE = MIB * 1024 * 1024
const HEAD = 'AXXX\nHFDTE010724\nI023638FXA3940SIU\n'
const random = seededRandom(5)
const digits = (count: number, below: number) => String(Math.floor(random() * below)).padStart(count, '0')

/** Shapes that make a careless reader slow: repeated over the whole file. */
const shapes: Record<string, (row: number) => string> = {
  'well-formed fixes': (row) => fixAt(row % 86_400, 4655000 + (row % 900)),
  'fixes whose clock runs backward': (row) => fixAt(86_399 - (row % 86_400), 4655000),
  'fixes at random times': () => fixAt(Math.floor(random() * 86_400), 4655000),
  'fixes that jump over the globe': (row) => fixAt(row % 86_400, row % 2 ? 4655000 : 1010000),
  'fixes at 0/0': (row) => `B${clock(row % 86_400)}0000000N00000000EV0000000000`,
  'fixes at hours that do not exist': () => 'B2561004655000N00805000EA0160001600',
  'truncated fixes': () => 'B1200004655',
  'the letter B': () => 'B',
  'the letter H': () => 'H',
  dates: (row) => (row % 2 ? 'HFDTE010203' : 'HFDTE020203'),
  'dates between fixes': (row) => `HFDTE${digits(2, 28)}0720\n${fixAt(row % 86_400, 4655000)}`,
  'dates that do not exist': () => 'HFDTE999999',
  'headers of broken UTF-8': () => 'HFPLTPILOT:\u00ff\u00fe\u00c3',
  'I records': () => 'I023638FXA3940SIU',
  'C records': () => 'C',
  'E records': () => 'E',
  'A records between fixes': (row) => `A\n${fixAt(row % 86_400, 4655000)}`,
  'blank lines': () => '',
  text: () => 'lorem ipsum dolor sit amet',
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join('')
}

function fixAt(seconds: number, latitude: number): string {
  return `B${clock(seconds)}${latitude}N00805000EA016000160001203`
}

function fill(line: (row: number) => string): Uint8Array {
  const lines = Array.from({ length: 86_400 }, (_, row) => line(row)).join('\n')
  const block = Buffer.from(`${lines}\n`, 'latin1')
  const bytes = Buffer.alloc(LARGE)
  let at = bytes.write(HEAD, 'latin1')
  while (at < bytes.length) at += block.copy(bytes, at)
  return bytes
}

/** Of CPU: 50 ms or less for each of the shapes. With time that grows by the square it would be a minute and more. */
const LINEAR_MS = 1_000 * MIB

/** Milliseconds of CPU time: on a busy machine the test does not fail for what others do. */
function timeReading(bytes: Uint8Array): number {
  const before = process.threadCpuUsage()
  const file = readIgc(bytes)
  if (file.track) {
    findFlights(file.track)
    summariseFlight({ ...file, track: file.track })
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

for (const [name, line] of Object.entries(shapes)) {
  test(`${MIB} MiB of ${name} are read or refused in linear time`, () => {
    const bytes = fill(line)
    const elapsed = timeReading(bytes)
    assert.ok(elapsed < LINEAR_MS, `took ${elapsed.toFixed(0)} ms`)
  })
}

for (const [name, byte] of Object.entries({
  'zero bytes': 0,
  returns: 13,
  newlines: 10,
  'the letter B alone': 0x42,
  spaces: 0x20,
})) {
  test(`${MIB} MiB of ${name}, on one line or none, are refused in linear time`, () => {
    const bytes = new Uint8Array(LARGE).fill(byte)
    const elapsed = timeReading(bytes)
    assert.ok(elapsed < LINEAR_MS, `took ${elapsed.toFixed(0)} ms`)
    assert.equal(readIgc(bytes).diagnoses[0]?.severity, 'error')
  })
}
