import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { scoringTypes } from '#contract/certificate.ts'
import { API_VERSION } from '#contract/openapi/frame.ts'
import { compare } from './package/compare.mjs'
import { listFixed, makeManifest, type Vector } from './vectors.ts'

const manifest = makeManifest()
const find = (name: string): Vector => manifest.vectors.find((vector) => vector.name === name)!
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'))

/** Every code in the sources of the reader and the scorer. `refused` is for rules that an operator adds. */
function listCodes(): Set<string> {
  const root = join(import.meta.dirname, '..')
  const sources = globSync('{igc,scoring}/**/*.ts', { cwd: root }).filter((path) => !path.includes('.test.'))
  const codes = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(/\bcode: '([a-z-]+)'/g)].map(([, code = '']) => code)
  })
  const faults = ['zero-position', 'fix-position', 'fix-time', 'fix-unreadable', 'fix-truncated']
  return new Set([...codes, ...faults].filter((code) => code !== 'refused'))
}

suite('the test vectors', () => {
  test('are the same each time, and as they were: npm run build:vectors -- --fix after a change of the contract', () => {
    assert.deepEqual(makeManifest(), manifest)
    assert.deepEqual(listFixed(manifest.vectors), readJson('fixed.json'))
  })

  test('have the version of the contract', () => {
    const { version } = readJson('package/package.json') as { version: string }
    assert.equal(version, API_VERSION)
    assert.equal(manifest.contract, API_VERSION)
  })

  test('have a file for every diagnosis: add a recipe for a code that is new', () => {
    const met = manifest.vectors.flatMap(({ expected }) => [
      ...expected.diagnoses.map(({ code }) => code),
      ...(expected.flight?.warnings ?? []).map(({ code }) => code),
    ])
    assert.ok(listCodes().size > 25)
    assert.deepEqual(
      [...listCodes()].filter((code) => !met.includes(code)),
      [],
    )
  })

  test('have every type of score with its closing distance, each proven, and every outcome of a signature', () => {
    const scores = manifest.vectors.flatMap(({ expected }) => [
      ...(expected.certificate ? [expected.certificate] : []),
      ...Object.values(expected.scores ?? {}),
    ])
    assert.deepEqual([...new Set(scores.map(({ type }) => type))].toSorted(), [...scoringTypes].toSorted())
    assert.ok(scores.every(({ proven }) => proven))
    const shares = scores
      .filter(({ type }) => type.includes('Triangle'))
      .map(({ closingKm, legsKm }) => closingKm / legsKm.reduce((sum, km) => sum + km, 0))
    for (const [from, to] of [
      [0, 0.01],
      [0.02, 0.05],
      [0.05, 0.1],
      [0.1, 0.2],
    ])
      assert.ok(
        shares.some((share) => share >= from! && share < to!),
        `closed to ${from} to ${to}`,
      )
    const outcomes = manifest.vectors.map(({ expected }) => expected.signature.status)
    assert.deepEqual([...new Set(outcomes)].toSorted(), ['invalid', 'unknown', 'unsigned', 'valid'])
  })
})

suite('the comparison of an answer', () => {
  const { expected } = find('triangle-closed')
  const certificate = expected.certificate!
  const differencesOf = (given: object) => compare(expected, given).differences

  test('takes what is expected, and parts of it', () => {
    assert.deepEqual(differencesOf(expected), [])
    assert.deepEqual(compare(expected, { isValid: true }), { compared: 1, differences: [] })
    assert.deepEqual(compare(expected, {}), { compared: 0, differences: [] })
  })

  test('names each value that differs', () => {
    assert.deepEqual(differencesOf({ isValid: false }), ['isValid is false, expected true'])
    assert.deepEqual(differencesOf({ diagnoses: [{ line: 1, code: 'spike', severity: 'warning' }] }), [
      'diagnoses is [{"line":1,"code":"spike","severity":"warning"}], expected []',
    ])
    assert.match(differencesOf({ reading: { fixes: 5 } })[0]!, /^reading\.fixes is 5, expected \d+$/)
    const worse = { ...certificate, score: certificate.score - 0.02 }
    assert.match(differencesOf({ certificate: worse })[0]!, /^certificate\.score is /)
  })

  test('takes another choice of fixes with the same score, when its points give its legs', () => {
    const [first, ...others] = certificate.turnpoints
    const moved = { ...first!, index: first!.index + 1, latitude: first!.latitude + 1e-6 }
    const other = { ...certificate, turnpoints: [moved, ...others] }
    assert.deepEqual(differencesOf({ certificate: other }), [])
    const wrong = { ...other, turnpoints: [{ ...moved, latitude: moved.latitude + 0.01 }, ...others] }
    assert.match(differencesOf({ certificate: wrong })[0]!, /^certificate\.legsKm\[0\] is /)
  })
})
