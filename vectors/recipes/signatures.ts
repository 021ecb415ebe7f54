// Files signed by the two open schemes, and what may become of a signature.
import { fly, type Recipe, write } from './recipe.ts'
import { sign } from './sign.ts'

const record = (maker: string) => [
  `A${maker}AAA`,
  'HFFTYFRTYPE:XCSOAR,XCSOAR Android 7.42 Nov 2024',
  ...fly(31).slice(1),
]
const signed = (maker: 'XCS' | 'XLK', lines = record(maker)) => sign(lines.join('\n'), maker)
const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const xcsoar = signed('XCS')
const lk8000 = signed('XLK')
const changeDigit = (text: string) =>
  text.replace(/^(B.{33})(\d)/m, (_whole, head: string, digit: string) => head + ((Number(digit) + 1) % 10))
const old = record('XLK').map((line) => line.replace(/^HFDTE.*/, 'HFDTE170518'))

export const signatures: Recipe[] = [
  { name: 'signed-xcsoar', about: 'Signed by the scheme of XCSoar.', bytes: bytesOf(xcsoar) },
  { name: 'signed-lk8000', about: 'Signed by the scheme of LK8000.', bytes: bytesOf(lk8000) },
  {
    name: 'signed-crlf',
    about: 'Signed, and sent with other line ends: still valid.',
    bytes: bytesOf(xcsoar.replaceAll('\n', '\r\n')),
  },
  {
    name: 'signed-note',
    about: 'A note of the pilot was added, which the scheme leaves open: still valid.',
    bytes: bytesOf(xcsoar.replace(/^B/m, 'LPLTa note\nB')),
  },
  {
    name: 'signed-changed-xcsoar',
    about: 'One digit of an altitude was changed.',
    bytes: bytesOf(changeDigit(xcsoar)),
  },
  {
    name: 'signed-changed-lk8000',
    about: 'One digit of an altitude was changed.',
    bytes: bytesOf(changeDigit(lk8000)),
  },
  {
    name: 'signature-cut',
    about: 'The last line of the signature is missing.',
    bytes: bytesOf(xcsoar.replace(/G.*\n$/, '')),
  },
  {
    name: 'signature-no-digits',
    about: 'A G record without hexadecimal digits.',
    bytes: write([...record('XCS'), 'GNOTSIGNED']),
  },
  { name: 'unsigned', about: 'No G record.', bytes: write(record('XCS')) },
  {
    name: 'closed-scheme',
    about: 'The maker does not publish how it signs: it cannot be told.',
    bytes: write([...record('XCT'), `G${'0123456789abcdef'.repeat(4)}`]),
  },
  {
    name: 'lk8000-before-2019',
    about: 'LK8000 signed in another way then: it cannot be told.',
    bytes: bytesOf(changeDigit(signed('XLK', old))),
  },
  {
    name: 'signed-re-encoded',
    about: 'A signed file that was re-encoded as UTF-16 on its way: it cannot be told.',
    bytes: Buffer.from(`\ufeff${xcsoar}`, 'utf16le'),
  },
]
