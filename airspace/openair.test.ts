import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Airspace, isRestrictive } from './airspace.ts'
import { readLimit } from './limits.ts'
import { MAX_CORNERS, MAX_DIAGNOSES, readOpenAir } from './openair.ts'

const read = (text: string) => readOpenAir(new TextEncoder().encode(text))
const SQUARE = ['DP 46:00:00 N 008:00:00 E', 'DP 46:00:00 N 009:00:00 E', 'DP 47:00:00 N 009:00:00 E']
const airspace = (...lines: string[]) => ['AC D', 'AN Test', 'AL GND', 'AH FL 100', ...lines].join('\n')

suite('an OpenAir file', () => {
  test('has its classes, names, limits and shapes, whatever it is written with', () => {
    const text = [
      '\uFEFF*VERSION: 2.1',
      '* a comment',
      'ac ctr',
      'an Lugano * trailing words',
      'AL 1500ft AMSL',
      'AH FL195',
      'AF 120.250',
      'SP 0,1,0,0,255',
      'V X=46:00:13N 008:54:37E',
      'DC 5.0',
      '',
      'AC C',
      'AY TMA',
      'AN Zürich 1',
      'AA 2026-05-17T08:00Z/2026-05-17T17:00Z',
      'AL 300M AGL',
      'AH UNLTD',
      'DP 46:30.5 N 8:15.25 E',
      'V D=-',
      'V X=46.5 N 8.25 E',
      'DA 10,90,0',
      'DB 46:40:00 N 008:15:00 E , 46:30:00 N 008:00:00 E',
      'TC Lake',
      'DP 1:00:00 N 001:00:00 E',
    ].join('\r\n')
    const { airspaces, problems, diagnoses } = read(text)
    assert.deepEqual(diagnoses, [])
    assert.equal(problems, 0)
    const [circle, tma] = airspaces
    assert.equal(airspaces.length, 2)
    assert.deepEqual(circle, {
      name: 'Lugano',
      class: 'ctr',
      type: null,
      floor: { text: '1500ft AMSL', heights: [{ datum: 'msl', metres: 457.2 }] },
      ceiling: { text: 'FL195', heights: [{ datum: 'std', metres: 5943.6 }] },
      shape: { centre: [46 + 13 / 3600, 8 + 54 / 60 + 37 / 3600], radiusMetres: 9260 },
      active: null,
      isDamaged: false,
    })
    assert.deepEqual([tma?.name, tma?.type], ['Zürich 1', 'TMA'])
    assert.deepEqual(tma?.active, [
      { from: Date.parse('2026-05-17T08:00Z'), to: Date.parse('2026-05-17T17:00Z') },
    ])
    assert.ok(tma && 'corners' in tma.shape)
    const { corners } = tma.shape
    assert.deepEqual(
      corners.map(({ arc }) => arc?.isClockwise),
      [undefined, false, undefined, false, undefined],
    )
    assert.deepEqual(corners[0]!.at, [46 + 30.5 / 60, 8 + 15.25 / 60])
  })

  test('in Latin-1 has its umlauts', () => {
    const bytes = Uint8Array.from(airspace('AN Z\xfcrich', ...SQUARE), (character) => character.charCodeAt(0))
    assert.equal(readOpenAir(bytes).airspaces[0]!.name, 'Zürich')
  })

  test('keeps the centre from airspace to airspace, and turns clockwise again in each', () => {
    const { airspaces } = read(
      ['V X=46:00:00 N 008:00:00 E', airspace('V D=-', 'DA 5,0,90'), airspace('DA 5,0,90')].join('\n'),
    )
    const turns = airspaces.map(({ shape }) => 'corners' in shape && shape.corners[0]!.arc!.isClockwise)
    assert.deepEqual(turns, [false, true])
  })

  test('has a diagnosis for each line that makes no sense, and the rest counts', () => {
    const { airspaces, diagnoses } = read(
      [
        airspace(...SQUARE, 'DP 46:61:00 N 008:00:00 E', 'QQ 7', 'V Q=1', 'AA tomorrow'),
        airspace('AN No centre', 'DC 5'),
        airspace('AN Sleeping', 'AH NOTAM', ...SQUARE),
        airspace('AN Doubtful', 'AL 100m AGL/423m AMSL', ...SQUARE),
        ['AC R', ...SQUARE].join('\n'),
      ].join('\n'),
    )
    assert.deepEqual(
      airspaces.map(({ name, isDamaged }) => [name, isDamaged]),
      [
        ['Test', true],
        ['Sleeping', false],
        ['Doubtful', false],
        ['', false],
      ],
    )
    assert.deepEqual(
      diagnoses.map(({ message }) => message),
      [
        'Line 8: the corner "46:61:00 N 008:00:00 E" is no place.',
        'Line 9: "QQ 7" is no OpenAir command; the line is left out.',
        'Line 10: "V Q=1" sets nothing that is known; the line is left out.',
        'Line 11: "tomorrow" is no time of activity.',
        'Line 17: there is no centre (V X=) for it.',
        'Line 12: the airspace "No centre" has no shape that can be read; it is left out.',
        'Line 18: the ceiling "NOTAM" of "Sleeping" cannot be read; it is taken as unknown.',
        'Line 27: the floor "100m AGL/423m AMSL" is two; the one counts that makes the airspace larger.',
        'Line 36: the airspace "" has no floor; it is taken as unknown.',
        'Line 36: the airspace "" has no ceiling; it is taken as unknown.',
      ],
    )
  })

  test('that is hostile gives a bounded answer', () => {
    const bad = read('ZZ nonsense\n'.repeat(5000))
    assert.deepEqual([bad.diagnoses.length, bad.problems], [MAX_DIAGNOSES, 5000])
    const wide = read(airspace(...Array.from({ length: MAX_CORNERS + 5 }, () => SQUARE[0]!)))
    const [{ shape, isDamaged }] = wide.airspaces as [Airspace]
    assert.deepEqual(['corners' in shape && shape.corners.length, isDamaged], [MAX_CORNERS, true])
    assert.equal(wide.problems, 1)
  })
})

suite('a limit', () => {
  const readings: Record<string, [datum: string, metres: number] | null> = {
    '1500ft AMSL': ['msl', 457.2],
    '1500 ft': ['msl', 457.2],
    '1500FT AGL': ['agl', 457.2],
    '8400F AMSL': ['msl', 2560.32],
    '3000m AMSL': ['msl', 3000],
    '300M AGL': ['agl', 300],
    '300MSL': ['msl', 91.44],
    '300MAGL': ['agl', 300],
    FL195: ['std', 5943.6],
    'FL 195': ['std', 5943.6],
    '5000ft STD': ['std', 1524],
    GND: ['surface', 0],
    SFC: ['surface', 0],
    '0': ['surface', 0],
    UNL: ['unlimited', 0],
    UNLIM: ['unlimited', 0],
    UNLTD: ['unlimited', 0],
    'UNL FT': ['unlimited', 0],
    '1000ft MSL': ['msl', 304.8],
    '1500F ASFC': ['agl', 457.2],
    '500ft GND': ['agl', 152.4],
    NOTAM: null,
    'BCTA FT': null,
    '4500 perhaps': null,
    '': null,
  }
  for (const [text, expected] of Object.entries(readings)) {
    test(`"${text}" is read`, () => {
      const { heights } = readLimit(text)
      assert.deepEqual(heights, expected ? [{ datum: expected[0], metres: expected[1] }] : [])
    })
  }
})

test('gliders may fly into some airspaces, by their type or else by their class', () => {
  const kinds: [string, string | null, boolean][] = [
    ['D', null, true],
    ['E', null, false],
    ['E', 'TMZ', true],
    ['C', 'GSEC', false],
    ['W', null, false],
    ['UNC', 'R', true],
    ['G', 'NONE', false],
  ]
  for (const [name, type, expected] of kinds)
    assert.equal(isRestrictive({ class: name, type }), expected, `${name} ${type}`)
})
