import assert from 'node:assert/strict'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '#server/platform/errors.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { makeZip } from '#test/support/archives/zip.ts'
import { isZip, readZip, type ZipEntry, zipLimits } from './zip.ts'

const limits = zipLimits({ maxUploadBytes: 1024 * 1024 })

async function readAll(
  source: Uint8Array | number,
  changes: Partial<typeof limits> = {},
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for await (const entry of readZip(source, { ...limits, ...changes })) entries.push(entry)
  return entries
}

function brief(entries: readonly ZipEntry[]): string[] {
  return entries.map((entry) => `${entry.kind} ${entry.name}`)
}

/** Bytes that do not shrink much. */
function noise(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) & 255)
}

const refusedWith = (status: number) => (error: unknown) =>
  error instanceof ApiError && error.status === status

test('flights are read in their order, from memory and from a file alike', async (context) => {
  const zip = await makeZip([
    ['b.igc', 'second'],
    ['2026/a.IGC', 'first'],
  ])
  assert.ok(isZip(zip))
  const folder = makeFolder(context)
  writeFileSync(join(folder, 'x.zip'), zip)
  const file = openSync(join(folder, 'x.zip'), 'r')
  context.after(() => closeSync(file))
  for (const entries of [await readAll(zip), await readAll(file)]) {
    assert.deepEqual(brief(entries), ['flight b.igc', 'flight 2026/a.IGC'])
    const texts = entries.map((entry) => entry.kind === 'flight' && Buffer.from(entry.bytes).toString())
    assert.deepEqual(texts, ['second', 'first'])
  }
})

test('folders, hidden files, archives and whatever is not a flight are listed as skipped', async () => {
  const zip = await makeZip([
    ['flights/', ''],
    ['flights/a.igc', 'AXXX'],
    ['__MACOSX/flights/._a.igc', 'x'],
    ['.DS_Store', 'x'],
    ['.trash/b.igc', 'x'],
    ['inner.zip', 'PK'],
    ['photo.jpg', 'x'],
    ['empty.igc', ''],
  ])
  const entries = await readAll(zip)
  assert.deepEqual(
    entries.map((entry) => entry.kind === 'skipped' && entry.reason),
    [
      'This is a folder.',
      false,
      'This is a hidden file.',
      'This is a hidden file.',
      'This is a hidden file.',
      'This is an archive in the archive, which is not opened.',
      'This is not an IGC file.',
      'This file is empty.',
    ],
  )
})

test('the description next to a flight comes with it', async () => {
  const zip = await makeZip([
    ['flights/a.igc', 'AXXX'],
    ['flights/a.json', '{"is_tandem":true}'],
  ])
  const [flight, description] = await readAll(zip)
  assert.equal(flight?.kind === 'flight' && flight.description, '{"is_tandem":true}')
  assert.equal(description?.kind, 'skipped')
})

test('names that lead out of the archive lead nowhere', async () => {
  const zip = await makeZip([
    ['../../../etc/a.igc', 'x'],
    ['/root/b.igc', 'x'],
    [String.raw`..\c.igc`, 'x'],
    ['d\u0000\u202Ee.igc', 'x'],
  ])
  assert.deepEqual(brief(await readAll(zip)), [
    'flight etc/a.igc',
    'flight root/b.igc',
    'flight c.igc',
    'flight de.igc',
  ])
})

test('500 flights are read, 501 are refused, and what is no flight does not count', async () => {
  const flights = Array.from({ length: 501 }, (_, index) => [`${index}.igc`, 'x'] as const)
  await assert.rejects(readAll(await makeZip(flights)), refusedWith(413))
  const entries = await readAll(await makeZip([...flights.slice(1), ['notes.txt', 'x']]))
  assert.equal(entries.filter(({ kind }) => kind === 'flight').length, 500)
})

test('flights with more than the limit together are refused before one is inflated', async () => {
  const zip = await makeZip([
    ['a.igc', noise(6000)],
    ['b.igc', noise(6000)],
  ])
  await assert.rejects(readAll(zip, { maxInflatedBytes: 11_999 }), refusedWith(413))
  assert.equal((await readAll(zip, { maxInflatedBytes: 12_000 })).length, 2)
})

test('a bomb is refused, and among enough flights it costs none of them', async () => {
  const bomb = ['bomb.igc', new Uint8Array(1024 * 1024)] as const
  await assert.rejects(readAll(await makeZip([bomb])), refusedWith(413))
  const entries = await readAll(await makeZip([['a.igc', noise(30_000)], bomb, ['b.igc', noise(30_000)]]))
  assert.deepEqual(brief(entries), ['flight a.igc', 'refused bomb.igc', 'flight b.igc'])
})

test('a bomb that lies about its size is inflated no further than it says', async () => {
  const zip = await makeZip([
    ['a.igc', 'x'],
    ['bomb.igc', new Uint8Array(8 * 1024 * 1024)],
  ])
  const directory = zip.lastIndexOf('PK\u0001\u0002', undefined, 'latin1')
  zip.writeUInt32LE(1000, directory + 24)
  const entries = await readAll(zip)
  assert.deepEqual(brief(entries), ['flight a.igc', 'refused bomb.igc'])
})

test('one damaged, encrypted or unreadable flight costs no other', async () => {
  const files = Array.from({ length: 5 }, (_, index) => [`${index}.igc`, `flight ${index}`] as const)
  const zip = await makeZip(files, { compress: false })
  const headers: number[] = []
  for (
    let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = zip.indexOf('PK\u0001\u0002', at + 1, 'latin1')
  )
    headers.push(at)
  zip.write('FLIGHT', zip.indexOf('flight 1'))
  zip.writeUInt16LE(zip.readUInt16LE(headers[2]! + 8) | 1, headers[2]! + 8)
  zip.writeUInt16LE(99, headers[3]! + 10)
  assert.deepEqual(brief(await readAll(zip)), [
    'flight 0.igc',
    'refused 1.igc',
    'refused 2.igc',
    'refused 3.igc',
    'flight 4.igc',
  ])
})

test('an archive that is cut off anywhere, or is none, is refused', async () => {
  const zip = await makeZip([
    ['a.igc', noise(400)],
    ['b.igc', noise(400)],
  ])
  for (let length = 0; length < zip.length; length += 7)
    await assert.rejects(readAll(zip.subarray(0, length)), refusedWith(400))
  await assert.rejects(readAll(Buffer.from('AXXX this is an IGC file')), refusedWith(400))
})

test('an archive with any bytes changed is read or refused, and never throws anything else', async () => {
  const zip = await makeZip([
    ['a.igc', noise(300)],
    ['a.json', '{}'],
    ['b.igc', noise(300)],
  ])
  const change = fc.tuple(fc.nat(zip.length - 1), fc.nat(255))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const broken = Buffer.from(zip)
      for (const [at, value] of changes) broken[at] = value
      await readAll(broken).catch((error: unknown) => assert.ok(error instanceof ApiError, String(error)))
    }),
    { numRuns: process.env.SWEEPS === '1' ? 20_000 : 100 },
  )
})
