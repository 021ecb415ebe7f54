// A file for each diagnosis, with the fault that it is for; what follows from the fault is diagnosed, too.
import { changeFix, changeFixes, DATE, delay, fixesOf, fly, headOf, type Recipe, write } from './recipe.ts'
import { seededRandom } from '#igc/simulate.ts'

const plain = fly(11)
const fixes = fixesOf(plain)
const middle = Math.floor(fixes.length / 2)
const without = (pattern: RegExp) => plain.filter((line) => !pattern.test(line))
const place = (fix: string, latitude: string, longitude: string) =>
  fix.slice(0, 7) + latitude + longitude + fix.slice(24)
/** Minutes of the latitude, moved by whole ones. */
const moveNorth = (fix: string, minutes: number) => {
  const moved = (Number(fix.slice(9, 14)) / 1000 + minutes) % 60
  return fix.slice(0, 9) + String(Math.round(moved * 1000)).padStart(5, '0') + fix.slice(14)
}

const refused: Recipe[] = [
  { name: 'empty', about: 'The file has no bytes.', bytes: new Uint8Array(0) },
  {
    name: 'not-igc',
    about: 'A GPX file.',
    bytes: write([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<gpx version="1.1" creator="example" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg/></trk></gpx>',
    ]),
  },
  { name: 'no-fixes', about: 'A header, and no fix.', bytes: write(headOf(plain)) },
  {
    name: 'no-line-ends',
    about: 'The line ends were removed on the way.',
    bytes: write([plain.join('')], ''),
  },
  { name: 'no-date', about: 'No line gives the date.', bytes: write(without(/^HFDTE/)) },
  {
    name: 'date-unreadable',
    about: 'The only date is the 45th of May.',
    bytes: write(plain.map((line) => line.replace(/^HFDTE.*/, 'HFDTE450526'))),
  },
  {
    name: 'no-valid-fix',
    about: 'The recorder never had a position.',
    bytes: write(changeFixes(plain, (fix) => place(fix, '0000000N', '00000000E'))),
  },
  {
    name: 'times-impossible',
    about: 'Every time is 99:99:99.',
    bytes: write(changeFixes(plain, (fix) => `B999999${fix.slice(7)}`)),
  },
  {
    name: 'times-shuffled',
    about: 'The fixes are in no order of time.',
    bytes: write([...headOf(plain), ...shuffle(fixes)]),
  },
  { name: 'too-few-fixes', about: 'Five fixes.', bytes: write([...headOf(plain), ...fixes.slice(0, 5)]) },
  {
    name: 'two-recorders',
    about: 'Two files were joined into one, each with its A record.',
    bytes: write([...plain, ...fly(12, { startSecondsOfDay: 14 * 3600 })]),
  },
]

const warned: Recipe[] = [
  {
    name: 'date-given',
    about: 'The date given with the upload is another one than that of the file.',
    bytes: write(plain),
    flightDate: '2025-01-01',
  },
  {
    name: 'date-from-upload',
    about: 'The file has no date, and the upload gives it.',
    bytes: write(without(/^HFDTE/)),
    flightDate: DATE,
  },
  {
    name: 'date-implausible',
    about: 'The clock of the recorder began again in 1980.',
    bytes: write(plain.map((line) => line.replace(/^HFDTE.*/, 'HFDTE060180'))),
  },
  { name: 'no-recorder', about: 'There is no A record.', bytes: write(without(/^A/)) },
  {
    name: 'clock-backward',
    about: 'The clock is set back by a minute for ten fixes.',
    bytes: write(changeFixes(plain, (fix, at) => (at >= middle && at < middle + 10 ? delay(fix, -60) : fix))),
  },
  {
    name: 'time-repeated',
    about: 'One fix has the time of the one before.',
    bytes: write(changeFix(plain, middle, (fix) => [fix, fix])),
  },
  {
    name: 'fix-uncertain',
    about: 'The recorder marks twenty fixes as uncertain (V).',
    bytes: write(
      changeFixes(plain, (fix, at) =>
        at >= middle && at < middle + 20 ? `${fix.slice(0, 24)}V${fix.slice(25)}` : fix,
      ),
    ),
  },
  {
    name: 'fix-time',
    about: 'One time is 25:61:00.',
    bytes: write(changeFix(plain, middle, (fix) => `B256100${fix.slice(7)}`)),
  },
  {
    name: 'fix-position',
    about: 'One latitude is 95 degrees.',
    bytes: write(changeFix(plain, middle, (fix) => place(fix, '9500000N', fix.slice(15, 24)))),
  },
  {
    name: 'fix-unreadable',
    about: 'Signs of one fix are overwritten.',
    bytes: write(changeFix(plain, middle, (fix) => place(fix, '46#$0*7N', fix.slice(15, 24)))),
  },
  {
    name: 'fix-truncated',
    about: 'One fix ends within its position.',
    bytes: write(changeFix(plain, middle, (fix) => fix.slice(0, 12))),
  },
  {
    name: 'zero-position',
    about: 'One fix is at 0 degrees north, 0 degrees east.',
    bytes: write(changeFix(plain, middle, (fix) => place(fix, '0000000N', '00000000E'))),
  },
  {
    name: 'extension-offset',
    about: 'The I record declares a column inside the fix.',
    bytes: write([...headOf(plain), 'I013035FXA', ...fixes]),
  },
  {
    name: 'spike',
    about: 'One fix is thirty kilometres away, as of a reflected signal.',
    bytes: write(changeFix(plain, middle, (fix) => moveNorth(fix, 16))),
  },
  {
    name: 'implausible-speed',
    about: 'For three minutes the position is thirty kilometres away.',
    bytes: write(
      changeFixes(plain, (fix, at) => (at >= middle && at < middle + 36 ? moveNorth(fix, 16) : fix)),
    ),
  },
  {
    name: 'several-flights',
    about: 'The position jumps by two hundred kilometres, and the flight goes on there: two recordings.',
    bytes: write([...plain, ...fixesOf(fly(12, { latitude: 48.4, startSecondsOfDay: 11 * 3600 + 600 }))]),
  },
  {
    name: 'repeated-track',
    about: 'The middle of the flight is written once more after its end.',
    bytes: write([...plain, ...repeat(fixes)]),
  },
  {
    name: 'no-altitude',
    about: 'Neither pressure nor GNSS altitude was recorded.',
    bytes: write(changeFixes(plain, (fix) => `${fix.slice(0, 25)}0000000000${fix.slice(35)}`)),
  },
  {
    name: 'no-flight',
    about: 'The recorder stood on a table.',
    bytes: write([...headOf(plain), ...Array.from({ length: 200 }, (_, step) => delay(fixes[0]!, 5 * step))]),
  },
  {
    name: 'unrecorded',
    about: 'The receiver is silent for ten minutes in the air.',
    bytes: write(silence(fly(13, { taskKm: 20, shape: 'line' }))),
  },
]

export const diagnoses: Recipe[] = [...refused, ...warned]

/** The stretch from a third to two thirds, right after the last fix. */
function repeat(all: readonly string[]): string[] {
  const third = Math.floor(all.length / 3)
  const copy = all.slice(third, 2 * third)
  return copy.map((fix) => delay(fix, 5 * (all.length - third) + 120))
}

function silence(lines: readonly string[]): string[] {
  const half = Math.floor(fixesOf(lines).length / 2)
  return changeFixes(lines, (fix, at) => (Math.abs(at - half) < 60 ? [] : fix))
}

function shuffle(all: readonly string[]): string[] {
  const random = seededRandom(14)
  return all
    .map((fix) => ({ fix, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ fix }) => fix)
}
