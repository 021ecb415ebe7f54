// process: own; measures what it holds
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fromBufferPromise } from 'yauzl'
import { writeZip, type ZippedFile } from './zip-writer.ts'

const MOST_HELD = 40_000_000

function exposeGc(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

async function* toAsync<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}

function pack(files: Iterable<ZippedFile>): Promise<Buffer> {
  return buffer(writeZip(toAsync(files), new Date(2026, 4, 17, 12, 30, 42)))
}

async function unpack(archive: Buffer) {
  const zip = await fromBufferPromise(archive, {
    lazyEntries: true,
    autoClose: false,
    validateEntrySizes: true,
  })
  const files = new Map<string, { text: string; modified: Date }>()
  for await (const entry of zip.eachEntry()) {
    const text = (await buffer(await zip.openReadStreamPromise(entry))).toString()
    files.set(entry.fileName, { text, modified: entry.getLastModDate() })
  }
  return files
}

suite('a written ZIP', () => {
  test('has every file, with its name and time', async () => {
    const long = 'a line that is repeated\n'.repeat(50_000)
    const files = await unpack(
      await pack([
        { path: 'empty.txt', content: new Uint8Array() },
        { path: 'flights/Žofie ☁.igc', content: Buffer.from('AXXX') },
        { path: 'long.txt', content: Buffer.from(long) },
        { path: 'pieces.txt', content: toAsync([Buffer.from('one, '), Buffer.from('two')]) },
      ]),
    )
    assert.deepEqual(
      [...files].map(([path, { text }]) => [path, text]),
      [
        ['empty.txt', ''],
        ['flights/Žofie ☁.igc', 'AXXX'],
        ['long.txt', long],
        ['pieces.txt', 'one, two'],
      ],
    )
    assert.deepEqual(files.get('empty.txt')?.modified, new Date(2026, 4, 17, 12, 30, 42))
  })

  test(
    'may have more files than 16 bits count',
    { skip: process.env.SWEEPS ? false : '66,000 files are written in sweeps' },
    async () => {
      const paths = Array.from({ length: 66_000 }, (_, number) => `${number}.txt`)
      const content = new Uint8Array()
      const archive = await pack(paths.map((path) => ({ path, content })))
      const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false })
      assert.equal(zip.entryCount, paths.length)
      const found: string[] = []
      for await (const entry of zip.eachEntry()) found.push(entry.fileName)
      assert.deepEqual(found, paths)
    },
  )

  test('keeps little of each file that is written', async () => {
    const collectGarbage = exposeGc()
    let held = 0
    async function* files(): AsyncGenerator<ZippedFile> {
      collectGarbage()
      const before = process.memoryUsage().arrayBuffers
      for (let number = 0; number < 4_000; number++)
        yield { path: `${number}.json`, content: Buffer.from('a pilot, a glider, a sky '.repeat(100)) }
      // What is collected is freed by another thread, a while later.
      for (let attempt = 0; attempt === 0 || (held >= MOST_HELD && attempt < 50); attempt++) {
        collectGarbage()
        await sleep(20)
        held = process.memoryUsage().arrayBuffers - before
      }
    }
    await Readable.from(writeZip(files(), new Date())).forEach(() => undefined)
    assert.ok(held < MOST_HELD, `${held / 4_000} bytes of each`)
  })

  test('is made only as far as it is read', async () => {
    let asked = 0
    async function* files(): AsyncGenerator<ZippedFile> {
      for (; asked < 1000; asked++)
        yield { path: `${asked}.bin`, content: crypto.getRandomValues(new Uint8Array(65_536)) }
    }
    const stream = Readable.from(writeZip(files(), new Date()), { objectMode: false })
    const reader = stream[Symbol.asyncIterator]()
    for (let count = 0; count < 10; count++) await reader.next()
    assert.ok(asked < 20, `${asked} files of 64 kB for ten pieces`)
    await reader.return?.()
  })
})
