import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { findPixels, requirePixels } from './pixels.ts'

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise } })

suite('the pixels of a picture', () => {
  for (const form of ['jpeg', 'png', 'webp', 'gif'] as const)
    test(`are read from the header of a ${form}`, async () => {
      assert.equal(findPixels(await draw(300, 200).toFormat(form).toBuffer()), 60_000)
    })

  test('are read from a WebP without loss, one with metadata, and a JPEG with a preview before its frame', async () => {
    const small = await draw(30, 20).jpeg().toBuffer()
    const exif = { IFD0: { ImageDescription: small.toString('base64') } }
    for (const picture of [
      draw(300, 200).webp({ lossless: true }),
      draw(300, 200).withExif(exif).webp(),
      draw(300, 200).withExif(exif).jpeg({ progressive: true }),
    ])
      assert.equal(findPixels(await picture.toBuffer()), 60_000)
  })

  test('are not known of bytes that are cut off or no picture', () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('GIF'),
      Buffer.alloc(100),
      Buffer.from([0xff, 0xd8, 0xff]),
    ])
      assert.equal(findPixels(bytes), undefined)
    assert.equal(findPixels(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(100, 0xff)])), undefined)
  })

  test('are refused where 64 megapixels come in a few kilobytes', () => {
    const head = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
    const makePng = (side: number, length: number) => {
      const bytes = Buffer.concat([head, Buffer.alloc(length - head.length)])
      bytes.writeUInt32BE(side, 16)
      bytes.writeUInt32BE(side, 20)
      return bytes
    }
    const count = (bytes: Buffer) => requirePixels(bytes, 64_000_000, () => new Error('too many'))
    assert.throws(() => count(makePng(8000, 7_800)), /64 megapixels, and nearly nothing in them/)
    assert.throws(() => count(makePng(8001, 7_800)), /too many/)
    assert.doesNotThrow(() => count(makePng(8000, 400_000)))
    assert.doesNotThrow(() => count(makePng(1000, 7_800)))
  })
})
