// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import type { Account } from '#dashboard/account.ts'
import { readAccount, send } from '#test/support/account.ts'
import { bearer, createKey, createSignedInUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3388cc' } })

suite('a profile picture', async () => {
  const server = await shareServer()

  test('becomes a square of 256 px, cached forever under its own URL', async () => {
    const person = await createSignedInUser(server)
    const response = await server.fetch('/app/api/account/image', {
      method: 'POST',
      headers: person.headers,
      body: new Uint8Array(await picture(640, 320).jpeg().toBuffer()),
    })
    assert.equal(response.status, 200)
    const { image } = (await response.json()) as Account
    assert.match(image ?? '', /^\/images\/[a-f0-9]{64}\.webp$/)
    const served = await server.fetch(image ?? '')
    assert.equal(served.headers.get('content-type'), 'image/webp')
    assert.equal(served.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    const { format, width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
    assert.deepEqual({ format, width, height }, { format: 'webp', width: 256, height: 256 })

    const key = await createKey(server, person.user, ['profile:read'])
    const profile = await server.fetch('/api/v1/profile', { headers: bearer(key) })
    assert.equal(((await profile.json()) as { data: { image: string } }).data.image, server.url + image)

    await send(server, person, 'DELETE', '/account/image')
    assert.equal((await readAccount(server, person)).image, null)
    assert.equal((await server.fetch(image ?? '')).status, 404)
  })

  test('may have any of the usual formats', async () => {
    const person = await createSignedInUser(server)
    const bodies = {
      'image/png': await picture(300, 300).png().toBuffer(),
      'image/webp': await picture(20, 300).webp().toBuffer(),
      'image/gif': await picture(10, 10).gif().toBuffer(),
      'image/avif': await picture(64, 64).avif().toBuffer(),
    }
    for (const [type, body] of Object.entries(bodies)) {
      const response = await server.fetch('/app/api/account/image', {
        method: 'POST',
        headers: { ...person.headers, 'content-type': type },
        body: new Uint8Array(body),
      })
      assert.equal(response.status, 200, type)
    }
  })

  test('is stripped of metadata such as where it was taken', async () => {
    const person = await createSignedInUser(server)
    const exif = { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '47/1 15/1 0/1', GPSLatitudeRef: 'N' } }
    const body = await picture(300, 300).withExif(exif).jpeg().toBuffer()
    assert.ok((await sharp(body).metadata()).exif)
    const response = await server.fetch('/app/api/account/image', {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'image/jpeg' },
      body: new Uint8Array(body),
    })
    const { image } = (await response.json()) as Account
    const served = Buffer.from(await (await server.fetch(image ?? '')).arrayBuffer())
    assert.equal((await sharp(served).metadata()).exif, undefined)
  })

  test('is refused when it is too large, broken, an SVG or no picture at all', async () => {
    const person = await createSignedInUser(server)
    const png = await picture(300, 300).png().toBuffer()
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
    const cases: [string, Uint8Array, number, RegExp][] = [
      ['image/png', Buffer.concat([png, Buffer.alloc(1_000_001)]), 413, /larger than 1 MB/],
      ['image/jpeg', Buffer.alloc(8_000_000), 413, /larger than 1 MB/],
      ['image/svg+xml', Buffer.from(drawing), 400, /cannot be read as a picture/],
      ['image/png', Buffer.from('not a picture'), 400, /cannot be read as a picture/],
      ['image/png', png.subarray(0, 60), 400, /cannot be read as a picture/],
      ['image/png', Buffer.alloc(0), 400, /picture is empty/],
    ]
    for (const [type, body, status, sentence] of cases) {
      const response = await server.fetch('/app/api/account/image', {
        method: 'POST',
        headers: { ...person.headers, 'content-type': type },
        body: new Uint8Array(body),
      })
      assert.equal(response.status, status, `${type} ${body.byteLength}`)
      assert.match(await response.text(), sentence)
    }
    assert.equal((await server.fetch('/images/nothing.webp')).status, 404)
    assert.equal((await server.fetch(`/images/${'0'.repeat(64)}.webp`)).status, 404)
  })
})
