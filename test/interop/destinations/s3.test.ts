// run: all
// Flights in a bucket of s3rver. It does not compute signatures of version 4: another server in front of it does.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { OutgoingFlight } from '#server/forwards/kinds/kind.ts'
import { s3 } from '#server/forwards/kinds/s3.ts'
import { openDoor } from '#test/support/forwards/door.ts'
import { placeAt, prepareFlight } from '#test/support/forwards/flight.ts'
import { startSignatureCheck } from '#test/support/forwards/s3-signature.ts'
import { s3Credentials, startBucket } from '#test/support/installation/s3-server.ts'

const keys = {
  accessKeyId: s3Credentials.AWS_ACCESS_KEY_ID,
  secretAccessKey: s3Credentials.AWS_SECRET_ACCESS_KEY,
}

suite('S3 as a destination', async () => {
  const door = openDoor()
  const { url: bucketUrl } = await startBucket({ after })
  const url = await startSignatureCheck({ after }, new URL(bucketUrl).searchParams.get('endpoint')!, keys)
  const settings = { bucket: 'flights', region: 'eu-central-1', url, folder: '/my flights/' }
  const place = placeAt(settings, keys)
  const send = async (flight: OutgoingFlight, to: typeof place = place) =>
    s3.classify(await s3.send(door, to, flight))
  const read = async (key: string) => {
    const stored = await fetch(`${new URL(bucketUrl).searchParams.get('endpoint')}/flights/${encodeURI(key)}`)
    return stored.status === 200 ? Buffer.from(await stored.arrayBuffer()) : undefined
  }

  test('the file is there byte for byte, once', async () => {
    assert.deepEqual(await s3.check(door, place), { result: 'delivered' })
    const flight = prepareFlight(1)
    assert.deepEqual(await send(flight), { result: 'delivered', foreignId: flight.fileName })
    assert.deepEqual(await read(`my flights/${flight.fileName}`), Buffer.from(flight.bytes))
    assert.equal((await send(flight)).result, 'duplicate')
  })

  test('other bytes of its name stay', async () => {
    const [first, second] = [prepareFlight(2, { fileName: '1.igc' }), prepareFlight(3, { fileName: '1.igc' })]
    const years = placeAt({ ...settings, yearFolders: true }, keys)
    assert.equal((await send(first, years)).foreignId, '2026/1.igc')
    const other = await send(second, years)
    assert.deepEqual(other, { result: 'delivered', foreignId: `2026/1-${second.hash.slice(0, 12)}.igc` })
    assert.deepEqual(await read('my flights/2026/1.igc'), Buffer.from(first.bytes))
    assert.deepEqual(await read(`my flights/${other.foreignId}`), Buffer.from(second.bytes))
  })

  test('a wrong key, a wrong secret and a bucket that is gone are for the pilot to mend', async () => {
    const wrong = [
      [placeAt(settings, { ...keys, accessKeyId: 'UNKNOWN' }), 'credential'],
      [placeAt(settings, { ...keys, secretAccessKey: 'wrong' }), 'credential'],
      [placeAt({ ...settings, bucket: 'elsewhere' }, keys), 'missing'],
    ] as const
    for (const [to, result] of wrong) {
      const [checked, sent] = [await s3.check(door, to), await send(prepareFlight(4), to)]
      assert.deepEqual([checked.result, sent.result], [result, result])
      assert.match(sent.words ?? '', /signature|key|bucket/i)
    }
  })

  test('at Amazon the bucket is in the host name', async () => {
    const asked: string[] = []
    const noting = {
      ...door,
      request: async ({ url: to = '' }) => (
        asked.push(to),
        door.request({ method: 'GET', url: 'http://127.0.0.1:1' })
      ),
    }
    const { url: _, ...amazon } = settings
    const outcome = s3.classify(
      await s3.send(noting, placeAt(amazon, keys), prepareFlight(5, { fileName: 'ä b.igc' })),
    )
    assert.equal(outcome.result, 'later')
    assert.deepEqual(asked, ['https://flights.s3.eu-central-1.amazonaws.com/my%20flights/%C3%A4%20b.igc'])
  })
})
