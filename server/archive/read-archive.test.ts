import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { ARCHIVE_NAME, ARCHIVE_VERSION, writeChecksumFrame } from './format.ts'
import { readArchive } from './read-archive.ts'
import { makeFolder } from '#test/support/installation/folder.ts'

suite('an archive that cannot be used', { timeout: 10_000 }, () => {
  const folder = makeFolder({ after })

  const write = (content: Uint8Array) => {
    const path = join(folder, 'archive')
    const checksum = writeChecksumFrame(createHash('sha256').update(content).digest())
    writeFileSync(path, Buffer.concat([content, checksum]))
    return path
  }
  // More than the streams on the way hold, in few bytes of the file.
  const rest = '[]\n'.repeat(500_000)
  const header = { archive: ARCHIVE_NAME, version: ARCHIVE_VERSION, createdAt: '', migrations: [] }
  const compress = (first: object) => zstdCompressSync(`${JSON.stringify(first)}\n${rest}`)

  test('is refused by its first line, however much comes after it', async () => {
    await assert.rejects(readArchive(write(compress({ archive: 'another' }))), /is not an archive of/)
    await assert.rejects(readArchive(write(compress({ ...header, version: 99 }))), /has the format 99/)
  })

  test('is refused by anyone who restores it, with that very error', async () => {
    const refuse = () => {
      throw new Error('a newer version')
    }
    await assert.rejects(readArchive(write(compress(header)), { header: refuse }), /a newer version/)
  })

  test('is refused when it ends too early or is no archive at all', async () => {
    await assert.rejects(readArchive(write(compress(header).subarray(0, 40))))
    await assert.rejects(readArchive(write(Buffer.from('nothing'.repeat(100)))))
  })
})
