// run: all
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from '#dashboard/account.ts'
import type { AccountPart, AccountServices } from '#server/accounts/account-services.ts'
import { streamExport } from '#server/accounts/export/export.ts'
import { collectGarbage } from '#server/platform/files/memory.ts'
import { send } from '#test/support/account.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { createKey, createSignedInUser, createUser, signIn } from '#test/support/people.ts'
import { shareServer, type TestServer } from '#test/support/server.ts'
import { readZip } from '#test/support/archives/zip.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const MEGABYTE = 1_000_000

function exportWith({ services }: TestServer, owner: { id: string; email: string }, part: AccountPart) {
  const accounts = { ...services, parts: [part] } as unknown as AccountServices
  return streamExport(accounts, owner, { pace: (pieces) => pieces })
}

suite('the export', async () => {
  const server = await shareServer()

  test('contains the profile, the flights and the IGC files byte for byte', async () => {
    const pilot = await createPilot(server, 'Ada')
    const person = { headers: await signIn(server, pilot.user) }
    const key = await createKey(server, pilot.user, ['profile:read'])
    const files = [makeFlight(1), makeFlight(2)]
    for (const file of files) await uploadNew(server, pilot, file)
    const response = await send(server, person, 'GET', '/account/export')
    assert.equal(response.headers.get('content-type'), 'application/zip')
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="cloudstreet-[\d-]+\.zip"$/,
    )
    const archive = readZip(new Uint8Array(await response.arrayBuffer()))
    const profile = JSON.parse(archive.get('profile.json')?.toString() ?? '') as Account
    assert.equal(profile.email, pilot.user.email)
    for (const name of ['sessions', 'keys', 'applications', 'consents', 'access'])
      assert.ok(archive.has(`${name}.json`), name)
    assert.match(archive.get('keys.json')?.toString() ?? '', /"name": "test"/)
    for (const [name, bytes] of archive) {
      assert.ok(!bytes.includes(key) && !bytes.includes(pilot.token), `${name} holds no secret`)
    }
    const exported = [...archive]
      .filter(([name]) => name.endsWith('.igc'))
      .map(([, bytes]) => bytes.toString('latin1'))
    assert.deepEqual(exported.sort(), files.map((file) => Buffer.from(file).toString('latin1')).sort())
    assert.equal([...archive.keys()].filter((name) => /^flights\/.*\.json$/.test(name)).length, 2)
  })

  test('contains nothing of other accounts', async () => {
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, makeFlight(1))
    const other = await createSignedInUser(server)
    const response = await send(server, other, 'GET', '/account/export')
    const archive = readZip(new Uint8Array(await response.arrayBuffer()))
    assert.deepEqual(
      [...archive.keys()].filter((name) => name.startsWith('flights/')),
      [],
    )
  })
})

suite('the stream of an export', async () => {
  const server = await shareServer()

  test('asks for a file when the one before has been read, and stops when the download is aborted', async () => {
    const user = await createUser(server)
    let requested = 0
    let isEnded = false
    const stream = exportWith(server, user, {
      async *exportFiles() {
        try {
          // Content that cannot be compressed: the archive is as large as the files.
          for (; requested < 500; requested++) {
            const bytes = crypto.getRandomValues(new Uint8Array(65_536))
            yield {
              path: `${requested}.bin`,
              content: Buffer.concat(Array.from({ length: 16 }, () => bytes)),
            }
          }
        } finally {
          isEnded = true
        }
      },
    })
    await once(stream, 'readable')
    await sleep(300)
    assert.ok(requested < 10, `${requested} files of 1 MB were read ahead`)
    stream.destroy()
    await waitUntil('reading has ended', () => isEnded)
  })

  test('holds nothing of what has been sent', async () => {
    const user = await createUser(server)
    const measure = () => {
      collectGarbage('last-resort')
      return process.memoryUsage().arrayBuffers
    }
    const before = measure()
    const held: number[] = []
    const stream = exportWith(server, user, {
      async *exportFiles() {
        for (let index = 1; index <= 150; index++) {
          yield { path: `${index}.bin`, content: new Uint8Array(MEGABYTE) }
          if (index % 50 === 0) held.push(measure() - before)
        }
      },
    })
    await stream.forEach(() => undefined)
    assert.equal(held.length, 3)
    assert.ok(Math.max(...held) < 30 * MEGABYTE, `${held.join(', ')} bytes were held after every 50 MB`)
  })

  test('is aborted when a part fails, and leaves no readable archive', async () => {
    const user = await createUser(server)
    const stream = exportWith(server, user, {
      async *exportFiles() {
        yield { path: 'a.bin', content: new Uint8Array(MEGABYTE) }
        throw new Error('the disk is gone')
      },
    })
    const chunks: Buffer[] = []
    await assert.rejects(async () => {
      for await (const chunk of stream) chunks.push(chunk as Buffer)
    }, /the disk is gone/)
    assert.throws(() => readZip(Buffer.concat(chunks)), /cut off/)
  })

  test('contains many files', async () => {
    const user = await createUser(server)
    const stream = exportWith(server, user, {
      async *exportFiles() {
        for (let index = 0; index < 2000; index++)
          yield { path: `many/${index}.txt`, content: Buffer.from(`file ${index}`) }
      },
    })
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const archive = readZip(Buffer.concat(chunks))
    assert.equal(archive.size, 2002)
    assert.equal(archive.get('many/1999.txt')?.toString(), 'file 1999')
  })
})
