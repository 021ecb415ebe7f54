import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountPart, AccountServices } from '#server/accounts/account-services.ts'
import { streamExport } from '#server/accounts/export.ts'
import { createUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { readZip } from '#test/support/zip.ts'

const MEGABYTE = 1_000_000

function exportWith({ services }: TestServer, owner: { id: string; email: string }, part: AccountPart) {
  return streamExport({ ...services, parts: [part] } as unknown as AccountServices, owner)
}

suite('the stream of an export', () => {
  test('asks for a file when the one before has been taken, and stops when the reader goes', async (context) => {
    const server = await startServer(context)
    const user = await createUser(server)
    let asked = 0
    let isEnded = false
    const stream = exportWith(server, user, {
      async *exportFiles() {
        try {
          // What cannot be compressed: the archive is as large as the files.
          for (; asked < 500; asked++) {
            const bytes = crypto.getRandomValues(new Uint8Array(65_536))
            yield { path: `${asked}.bin`, bytes: Buffer.concat(Array.from({ length: 16 }, () => bytes)) }
          }
        } finally {
          isEnded = true
        }
      },
    })
    await once(stream, 'readable')
    await sleep(300)
    assert.ok(asked < 10, `${asked} files of 1 MB were read ahead`)
    stream.destroy()
    for (let attempt = 0; !isEnded && attempt < 200; attempt++) await sleep(25)
    assert.ok(isEnded)
  })

  test('breaks off when a part fails: what came is no archive', async (context) => {
    const server = await startServer(context)
    const user = await createUser(server)
    const stream = exportWith(server, user, {
      async *exportFiles() {
        yield { path: 'a.bin', bytes: new Uint8Array(MEGABYTE) }
        throw new Error('the disk is gone')
      },
    })
    const chunks: Buffer[] = []
    await assert.rejects(async () => {
      for await (const chunk of stream) chunks.push(chunk as Buffer)
    }, /the disk is gone/)
    assert.throws(() => readZip(Buffer.concat(chunks)), /cut off/)
  })

  test('holds many files', async (context) => {
    const server = await startServer(context)
    const user = await createUser(server)
    const stream = exportWith(server, user, {
      async *exportFiles() {
        for (let index = 0; index < 2000; index++)
          yield { path: `many/${index}.txt`, bytes: Buffer.from(`file ${index}`) }
      },
    })
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const archive = readZip(Buffer.concat(chunks))
    assert.equal(archive.size, 2002)
    assert.equal(archive.get('many/1999.txt')?.toString(), 'file 1999')
  })
})
