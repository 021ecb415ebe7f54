import assert from 'node:assert/strict'
import { statfsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#server/platform/errors.ts'
import { makeSmallDisk } from '#test/support/faults/small-disk.ts'
import { receiveArchive } from './receive.ts'

const MIB = 1024 * 1024

function* pieces(count: number): Generator<Uint8Array> {
  for (let index = 0; index < count; index++) yield new Uint8Array(MIB)
}

test('an archive leaves room on the disk for everything else', async (context) => {
  const disk = makeSmallDisk(40)
  if (!disk) return context.skip('this user may not mount a file system')
  context.after(() => disk.remove())
  const send = (mebibytes: number) => {
    const headers = { 'content-type': 'application/zip' }
    const request = { headers, body: Readable.from(pieces(mebibytes)) } as unknown as FastifyRequest
    return receiveArchive(request, disk.folder)
  }
  await (await send(20)).handle.close()
  await assert.rejects(send(60), (error) => error instanceof ApiError && error.status === 503)
  const { bavail, bsize } = statfsSync(disk.folder)
  assert.equal(Math.round((bavail * bsize) / MIB), 40, 'what was refused is freed')
})
