// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Value } from 'typebox/value'
import { FileSignature } from '#contract/signature.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import { createPilot, list, uploadNew } from '#test/support/flights.ts'
import { sign } from '../../../../vectors/recipes/sign.ts'
import { shareServer } from '#test/support/server.ts'

/** A flight as XCSoar writes it. */
function write(seed: number): string {
  const text = Buffer.from(simulateFlight({ seed, taskKm: 8 }).bytes).toString('latin1')
  return text.replace(/^A.*/, 'AXCSAAA')
}

suite('the signature of a file', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const uploadText = async (text: string) => {
    const { flightInfo } = await uploadNew(server, pilot, Buffer.from(text, 'latin1'))
    const { signature } = flightInfo.metadata
    assert.ok(Value.Check(FileSignature, signature), JSON.stringify(signature))
    return signature
  }
  const valid = { status: 'valid', maker: 'XCS', reason: null }

  test('is told of a flight: valid, not matching, not there, not to be checked', async () => {
    assert.deepEqual(await uploadText(sign(write(1), 'XCS')), valid)
    const changed = sign(write(2), 'XCS').replace(/^B.*$/m, (fix) =>
      fix.replace(/\d$/, (digit) => String(9 - Number(digit))),
    )
    const reason = 'The signature does not match the records of the file.'
    assert.deepEqual(await uploadText(changed), { status: 'invalid', maker: 'XCS', reason })
    assert.equal((await uploadText(write(3))).status, 'unsigned')
    const closed = `${write(4).replace('AXCS', 'AXCT')}G0123456789\r\n`
    assert.equal((await uploadText(closed)).status, 'unknown')
  })

  test('is told of a file that is only checked', async () => {
    const response = await server.fetch('/api/v1/flights/validate', {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': 'application/octet-stream' },
      body: Buffer.from(sign(write(5), 'XCS'), 'latin1'),
    })
    const { data } = (await response.json()) as { data: { flight: { metadata: { signature: object } } } }
    assert.deepEqual(data.flight.metadata.signature, valid)
  })

  test('of a flight of an earlier release is told once it is scored again', async () => {
    const { sql } = server.services.db
    const rows = await sql<{ id: string; metadata: string }>`select id, metadata from flights`
    for (const { id, metadata } of rows) {
      const { signature: _signature, ...before } = JSON.parse(metadata) as Record<string, unknown>
      await sql`
        update flights set scored_by = 'the release before', metadata = ${JSON.stringify(before)} where id = ${id}`
    }
    await rescoreFlights(server.services)
    const { data } = await list(server, pilot)
    const statuses = data.map(({ flightInfo }) => flightInfo.metadata.signature?.status)
    assert.deepEqual(statuses.toSorted(), ['invalid', 'unknown', 'unsigned', 'valid'])
  })
})
