import assert from 'node:assert/strict'
import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { ApiError } from '../errors.ts'
import { conversions } from './converter.ts'
import { makeSquarePicture } from './square.ts'

const hashPassword = promisify(scrypt)

function draw(width: number, height: number): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: '#e8a020' } })
    .png()
    .toBuffer()
}

suite('square pictures', () => {
  test('a picture of 16 megapixels is taken, one of more is refused', async () => {
    const image = await makeSquarePicture('pilot', await draw(4000, 4000))
    const { width, height, format } = await sharp(image.bytes).metadata()
    assert.deepEqual([width, height, format], [256, 256, 'webp'])
    await assert.rejects(makeSquarePicture('pilot', await draw(4001, 4000)), /more than 16 megapixels/)
  })

  test('a broken picture is refused', async () => {
    const bytes = await draw(400, 400)
    await assert.rejects(makeSquarePicture('pilot', bytes.subarray(0, 200)), /cannot be read as a picture/)
  })

  test('pictures do not take the threads in which passwords are hashed', async () => {
    const bytes = await draw(2000, 2000)
    let converted = 0
    const pictures = Array.from({ length: 8 }, (_, index) =>
      makeSquarePicture(`pilot ${index}`, bytes).then(() => converted++),
    )
    await hashPassword('seventeen soaring swifts', 'salt', 64)
    // In the same threads four of them would have come first.
    assert.ok(converted < 4, `${converted} pictures came first`)
    await Promise.all(pictures)
  })

  test('a user may have eight pictures waiting, and further ones are 503', async (context) => {
    const bytes = await draw(40, 40)
    // However long a conversion takes: one of nine would wait for more than a minute on a busy machine.
    const isConverted = Promise.withResolvers<Buffer>()
    context.mock.method(conversions, 'run', () => isConverted.promise)
    const making = Array.from({ length: 11 }, () => makeSquarePicture('busy', bytes))
    isConverted.resolve(Buffer.from(bytes))
    const pictures = await Promise.allSettled(making)
    const refused = pictures.filter((picture) => picture.status === 'rejected')
    assert.equal(refused.length, 2)
    for (const { reason } of refused) assert.ok(reason instanceof ApiError && reason.status === 503)
  })
})
