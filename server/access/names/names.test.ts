import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { findNameFault } from './names.ts'

suite('names', () => {
  const imitations = [
    'Cloudstreet',
    'CLOUDSTREET',
    'Cloud Street Support',
    'The official c-l-o-u-d-s-t-r-e-e-t app',
    'cIoudstreet',
    'C1oudstreet',
    'Cl0udstreet',
    'Сlоudstrееt',
    'Cloudѕtreet',
    'CLΟUDSΤRΕΕΤ',
    'Ｃｌｏｕｄｓｔｒｅｅｔ',
    '𝐂𝐥𝐨𝐮𝐝𝐬𝐭𝐫𝐞𝐞𝐭',
    'Clóudstreét',
    'Clou\u0336dstreet',
    'doudstreet',
    'Cloudstr33t',
    'C|oudstreet',
    // Cherokee, Coptic, Lisu, Deseret.
    'ᏟᏞᎾᏌᎠᏚᎢᎡᎬᎬᎢ',
    'Ꮯloudstreet',
    'ꮯloudꮪtreet',
    'Ⲥlⲟudstreet',
    'ⲥlⲟudstreet',
    'ꓚꓡꓳꓴꓓꓢꓔꓣꓰꓰꓔ',
    '𐐕loudstreet',
  ]
  for (const name of imitations) {
    test(`${name} looks like the service's own`, () => {
      assert.match(findNameFault(name) ?? '', /looks like Cloudstreet/)
    })
  }

  const invisible = {
    'a right-to-left override': 'Bank\u202e',
    'an isolate': 'a\u2067b',
    'a zero-width space': 'a\u200bb',
    'a zero-width joiner': 'a\u200db',
    'a soft hyphen': 'a\u00adb',
    'a Hangul filler': 'a\u3164b',
    'a grapheme joiner': 'a\u034fb',
    'a tag character': 'a\u{e0061}b',
    'a line separator': 'a\u2028b',
    'a NUL': 'a\0b',
  }
  for (const [what, name] of Object.entries(invisible)) {
    test(`${what} cannot be in a name`, () => {
      assert.match(findNameFault(name) ?? '', /cannot be displayed/)
    })
  }

  const fine = [
    '',
    'Thermal Tracker',
    'Cloud Base',
    'Streetwise',
    'Jürgen Müller-Lüdenscheidt',
    'Ольга Петрова',
    '王小明',
    'محمد علي',
    'O’Brien & Söhne (XC)',
    'I ❤️ flying',
  ]
  for (const name of fine) {
    test(`${name === '' ? 'no name' : name} is a name as any other`, () => {
      assert.equal(findNameFault(name), undefined)
    })
  }
})
