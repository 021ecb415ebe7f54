// Files as instruments and apps write them: odd, and all of them flights.
import { changeFix, changeFixes, DATE, delay, fixesOf, fly, headOf, type Recipe, write } from './recipe.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { writeIgc } from '#igc/write.ts'

const plain = fly(1, { pilot: 'Ada Airborne', glider: 'Example Wing', gliderClass: 'EN-B' })
const withDate = (record: string) => plain.map((line) => (line.startsWith('HFDTE') ? record : line))
const dates: [string, string][] = [
  ['short', 'HFDTE170526'],
  ['blank', 'HFDTEDATE: 170526'],
  ['colon', 'HFDTE:170526'],
  ['four-digit-year', 'HFDTE17052026'],
  ['by-pilot', 'HPDTE170526'],
  ['lower-case', 'hfdte170526'],
]

export const dialects: Recipe[] = [
  {
    name: 'plain',
    about: 'A flight with nothing odd in it; the date is written HFDTEDATE:170526,01.',
    bytes: write(plain),
  },
  { name: 'line-feed', about: 'Lines end with LF.', bytes: write(plain, '\n') },
  { name: 'carriage-return', about: 'Lines end with CR.', bytes: write(plain, '\r') },
  {
    name: 'double-return',
    about: 'Lines end with CR CR LF, as of a text-mode copy.',
    bytes: write(plain, '\r\r\n'),
  },
  {
    name: 'blank-lines',
    about: 'A blank line follows each line.',
    bytes: write(plain.flatMap((line) => [line, ''])),
  },
  {
    name: 'byte-order-mark',
    about: 'UTF-8 with a byte order mark.',
    bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), write(plain)]),
  },
  {
    name: 'utf-16',
    about: 'UTF-16, little endian, with a byte order mark, as some editors save it.',
    bytes: Buffer.from(`\ufeff${plain.join('\r\n')}\r\n`, 'utf16le'),
  },
  {
    name: 'junk-before',
    about: 'Lines of a log stand before the A record.',
    bytes: write(['$PFLAC,S,DOWNLOAD', '', 'transfer started', ...plain]),
  },
  ...dates.map(([name, record]) => ({
    name: `date-${name}`,
    about: `The date is written ${record}.`,
    bytes: write(withDate(record)),
  })),
  {
    name: 'date-after-fixes',
    about: 'The date stands after the fixes.',
    bytes: write([...withDate('LXXXdate follows'), 'HFDTE170526']),
  },
  {
    name: 'midnight',
    about: 'The flight goes over midnight in UTC; the file has one date record, that of its first fix.',
    bytes: write(fly(2, { startSecondsOfDay: 86_400 - 900 })),
  },
  {
    name: 'midnight-dated',
    about: 'The flight goes over midnight, and the recorder writes the new date between the fixes.',
    bytes: write(
      fly(2, { startSecondsOfDay: 86_400 - 900 }).flatMap((line) =>
        line.startsWith('B000000') ? ['HFDTE180526', line] : [line],
      ),
    ),
  },
  {
    name: 'no-pressure',
    about: 'No barometer: every pressure altitude is 0, and the GNSS altitude counts.',
    bytes: write(fly(3, { hasBarometer: false })),
  },
  {
    name: 'fine-decimals',
    about: 'A fourth decimal of the minutes, in the extensions LAD and LOD.',
    bytes: writeIgc({
      track: simulateFlight({ seed: 4, taskKm: 6, rateSeconds: 5, date: DATE }).track,
      hasFineDecimals: true,
    }),
  },
  {
    name: 'extensions',
    about: 'The I record declares the columns FXA, SIU and ENL.',
    bytes: write([
      ...headOf(plain),
      'I033638FXA3940SIU4143ENL',
      ...fixesOf(plain).map((fix) => `${fix}00511012`),
    ]),
  },
  {
    name: 'south-west',
    about: 'South of the equator and west of Greenwich.',
    bytes: write(fly(5, { latitude: -19.8, longitude: -43.9 })),
  },
  {
    name: 'antimeridian',
    about: 'The flight crosses 180 degrees of longitude.',
    bytes: write(fly(6, { latitude: -17.6, longitude: 179.99 })),
  },
  {
    name: 'below-sea-level',
    about: 'Altitudes below the sea are written with a minus sign.',
    bytes: write(fly(7, { launchAltitude: 300 }).map((line) => changeAltitudes(line, -330))),
  },
  {
    name: 'latin-1',
    about: 'The name of the pilot is in ISO 8859-1.',
    bytes: write(plain.map((line) => line.replace('Ada Airborne', 'Andr\u00e9 M\u00fcller'))),
  },
  {
    name: 'cut-off',
    about: 'The recorder lost power in the air: the last line is cut, and there is no landing.',
    bytes: write(plain.slice(0, 200)).subarray(0, -14),
  },
  {
    name: 'ten-hertz',
    about: 'Two fixes have the same second, here and there.',
    bytes: write(changeFixes(plain, (fix, at) => (at % 50 === 10 ? [fix, fix] : fix))),
  },
  {
    name: 'late-start',
    about: 'The first fixes are without a position.',
    bytes: write(
      changeFix(plain, 0, (fix) => [
        ...[3, 2, 1].map((step) => `${delay(fix, -5 * step).slice(0, 7)}0000000N00000000EV0000000000`),
        fix,
      ]),
    ),
  },
  {
    name: 'two-flights',
    about: 'Two flights in one recording, with minutes on the ground between them: the better one scores.',
    bytes: write(flyTwice()),
  },
  {
    name: 'two-places',
    about: 'Two flights in one recording, and the second begins elsewhere: the better one scores.',
    bytes: write([
      ...fly(8, { taskKm: 4, waitSeconds: 300 }),
      ...fixesOf(fly(9, { taskKm: 8, waitSeconds: 300, startSecondsOfDay: 13 * 3600 })),
    ]),
  },
]

function changeAltitudes(line: string, byMetres: number): string {
  if (!line.startsWith('B')) return line
  const lower = (text: string) => {
    const metres = Number(text) + byMetres
    return metres < 0 ? `-${String(-metres).padStart(4, '0')}` : String(metres).padStart(5, '0')
  }
  return line.slice(0, 25) + lower(line.slice(25, 30)) + lower(line.slice(30, 35)) + line.slice(35)
}

/** The second begins where the first has landed. */
function flyTwice(): string[] {
  const options = { rateSeconds: 5, waitSeconds: 300, date: DATE }
  const { track } = simulateFlight({ seed: 8, taskKm: 4, ...options })
  const end = track.length - 1
  const place = { latitude: track.latitude[end]!, longitude: track.longitude[end]! }
  const launchAltitude = track.pressureAltitude[end]!
  const startSecondsOfDay = (track.seconds[end]! % 86_400) + 5
  const second = fly(9, { ...options, ...place, launchAltitude, startSecondsOfDay, taskKm: 8 })
  return [...fly(8, { ...options, taskKm: 4 }), ...fixesOf(second)]
}
