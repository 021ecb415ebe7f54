// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import {
  addPhoto,
  listPhotos,
  makePicture,
  readPhoto,
  sendPhoto,
  takePhoto,
} from '#test/support/photos/photos.ts'
import { shareServer } from '#test/support/server.ts'

function chunk(name: string, content: Uint8Array): Buffer {
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length)
  frame.write(name, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name, 'latin1'), content])))
  return Buffer.concat([frame, content, sum])
}

/** 30,000 by 30,000 pixels in a few kilobytes. */
function makeBomb(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(30_000, 0)
  head.writeUInt32BE(30_000, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The chunk that makes a PNG animated goes before the pixels. */
async function makeAnimatedPng(): Promise<Buffer> {
  const png = await makePicture(1, { width: 40, height: 40 }).png().toBuffer()
  const end = png.indexOf('IDAT') - 4
  return Buffer.concat([png.subarray(0, end), chunk('acTL', Buffer.alloc(8)), png.subarray(end)])
}

const HTML = '<html><script>alert(document.domain)</script></html>'

suite('a photo that is none', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1))
  const photo = await takePhoto(1)
  const small = () => makePicture(2, { width: 40, height: 40 })
  const frames = await Promise.all(
    [3, 4].map((seed) => makePicture(seed, { width: 40, height: 40 }).png().toBuffer()),
  )
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(100)])
  const unreadable = /cannot be read as a photo, or it is cut off. Use a JPEG, PNG or WebP\./
  const cases: Record<string, [bytes: Uint8Array, sentence: RegExp]> = {
    'cut off': [photo.subarray(0, photo.length / 2), unreadable],
    'a broken PNG': [(await small().png().toBuffer()).subarray(0, 200), unreadable],
    'a broken WebP': [(await small().webp().toBuffer()).subarray(0, 60), unreadable],
    'an SVG': [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>'),
      unreadable,
    ],
    'an SVG that calls itself a JPEG': [
      Buffer.from('\xff\xd8\xff<svg xmlns="http://www.w3.org/2000/svg"/>', 'latin1'),
      unreadable,
    ],
    'a page': [Buffer.from(HTML), unreadable],
    'a GIF': [await small().gif().toBuffer(), unreadable],
    'a TIFF': [await small().tiff().toBuffer(), unreadable],
    'an AVIF': [await small().avif().toBuffer(), unreadable],
    'a HEIC': [heic, /HEIC cannot be read here/],
    'an animated WebP': [
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
      /is animated/,
    ],
    'an animated PNG': [await makeAnimatedPng(), /is animated/],
    'a bomb': [makeBomb(), /more than 64 megapixels/],
    nothing: [new Uint8Array(), /The body is empty/],
  }
  for (const [name, [bytes, sentence]] of Object.entries(cases))
    test(`is refused with a sentence: ${name}`, async () => {
      const response = await sendPhoto(server, pilot, flight.id, bytes)
      const body = (await response.json()) as { error: string; error_description: string }
      assert.equal(response.status, 400)
      assert.match(body.error_description, sentence)
    })

  test('is refused when it is too large, before it is read to its end', async () => {
    const response = await sendPhoto(server, pilot, flight.id, Buffer.alloc(20_000_001))
    assert.equal(response.status, 413)
    const { error_description } = (await response.json()) as { error_description: string }
    assert.equal(error_description, 'The photo is larger than 20 MB.')
    assert.deepEqual(await listPhotos(server, pilot, flight.id), [])
  })

  test('leaves only its picture when it is something else, too', async () => {
    for (const [index, kind] of (['jpeg', 'png', 'webp'] as const).entries()) {
      const bytes = await makePicture(10 + index)
        .toFormat(kind)
        .toBuffer()
      const { id } = await addPhoto(server, pilot, flight.id, Buffer.concat([bytes, Buffer.from(HTML)]))
      for (const size of ['small', 'large'])
        assert.ok(!(await readPhoto(server, pilot, flight.id, id, size)).includes('script'), kind)
    }
  })
})
