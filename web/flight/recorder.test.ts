import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTexts } from '../language/texts.ts'
import { nameRecorder } from './recorder.ts'

await loadTexts({ language: 'en', units: 'metric', clock: '24h' })

const cases: [recorder: string | null, maker: string | null, words: string | undefined][] = [
  ['samsung SM-G715FN 11', 'XCT', 'XCTrack on Samsung SM-G715FN'],
  ['samsung SM-A725F 13 Client:xctrack FlightId:7bc0f972', 'XCT', 'XCTrack on Samsung SM-A725F'],
  ['Xiaomi Redmi Note 7 9', 'XCT', 'XCTrack on Xiaomi Redmi Note 7'],
  ['OnePlus ONEPLUS A5010 10', 'XCT', 'XCTrack on ONEPLUS A5010'],
  ['samsung SM-G715FN 11', null, 'samsung SM-G715FN 11'],
  ['SkyBean,SkyDrop', 'XSB', 'SkyBean SkyDrop'],
  ['XCSOAR,XCSOAR Android 6.5', 'XCS', 'XCSOAR Android 6.5'],
  ['Flymaster,GPS,B203', 'XFI', 'Flymaster,GPS,B203'],
  ['Oudie 4', 'XCM', 'Oudie 4'],
  [null, null, undefined],
]

test('a recorder is named in words as far as the file tells', () => {
  for (const [recorder, maker, words] of cases) assert.equal(nameRecorder(recorder, maker), words)
})
