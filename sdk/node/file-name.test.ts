import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFileName } from './index.ts'

const names: [given: string, name: string][] = [
  ['2026-05-17-XCT-ABC-01.igc', '2026-05-17-XCT-ABC-01.igc'],
  ['Flug über Köln (2).IGC', 'Flug über Köln (2).IGC'],
  ['.bash_profile', 'bash_profile'],
  ['...', 'else.igc'],
  ['', 'else.igc'],
  ['../../etc/passwd', 'passwd'],
  ['..', 'else.igc'],
  ['a/', 'else.igc'],
  ['..\\..\\Startup\\x.bat', 'x.bat'],
  ['C:\\x.igc', 'x.igc'],
  ['C:x.igc', 'C_x.igc'],
  ['x.igc:stream', 'x.igc_stream'],
  ['-rf.igc', 'rf.igc'],
  ['~root', 'root'],
  ['\u001B]0;owned\u0007.igc', '_]0;owned_.igc'],
  ['a\u0000b\nc\u009Bd', 'a_b_c_d'],
  ['\u202Ecgi.exe', '_cgi.exe'],
  ['\uD800x', '_x'],
  ['NUL', '_NUL'],
  ['com1.igc', '_com1.igc'],
  ['COM¹', '_COM¹'],
  ['console.igc', 'console.igc'],
  ['x.igc. . ', 'x.igc'],
]

for (const [given, name] of names) {
  test(`${JSON.stringify(given)} becomes ${JSON.stringify(name)}`, () => {
    assert.equal(toFileName(given, 'else.igc'), name)
  })
}

test('a long name keeps its extension, and no character is cut in half', () => {
  for (const letter of ['x', 'ü', '🪂']) {
    const name = toFileName(`${letter.repeat(100_000)}.igc`, 'else.igc')
    assert.ok(Buffer.byteLength(name) <= 200 && Buffer.byteLength(name) > 190, name)
    assert.match(name, new RegExp(`^${letter}+\\.igc$`, 'u'))
  }
})
