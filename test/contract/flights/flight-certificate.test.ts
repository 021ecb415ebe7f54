// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import Schema from 'typebox/schema'
import { Certificate } from '#contract/certificate.ts'
import type { FlightDetail, Validation } from '#contract/flight.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { shareServer } from '#test/support/server.ts'

suite('the certificate of a score', async () => {
  const server = await shareServer()

  test('holds what the contract promises in every answer that shows it', async () => {
    const pilot = await createPilot(server)
    const bytes = makeFlight(1)
    const flight = await uploadNew(server, pilot, bytes)
    const stored = flight.flightInfo.metadata.scoring
    requireCertificate(stored)
    assert.equal(stored.turnpoints.length, 3)

    const corrected = await server.fetch(`/api/v1/flights/${flight.id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: '{"is_tandem":true}',
    })
    assert.deepEqual(((await corrected.json()) as FlightDetail).data.flightInfo.metadata.scoring, stored)

    const validated = await server.fetch('/api/v1/flights/validate', {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': 'application/octet-stream' },
      body: bytes as BodyInit,
    })
    const preview = ((await validated.json()) as { data: Validation }).data.flight?.metadata.scoring
    requireCertificate(preview)
    assert.deepEqual({ ...preview, elapsedMs: 0 }, { ...stored, elapsedMs: 0 })
  })

  test('is there for a file in which nothing flies, without a start', async () => {
    const fixes = Array.from({ length: 50 }, (_, i) => `B1000${i + 10}4633000N00803000EA0160001600`)
    const bytes = Buffer.from(`AXXX001\r\nHFDTE010724\r\n${fixes.join('\r\n')}\r\n`)
    const flight = await uploadNew(server, await createPilot(server), bytes)
    const { scoring } = flight.flightInfo.metadata
    requireCertificate(scoring)
    assert.deepEqual([scoring.type, scoring.start, scoring.turnpoints], ['None', null, []])
  })
})

/** As the contract has it, and with no member that it does not describe. */
function requireCertificate(found: Certificate | undefined): asserts found is Certificate {
  assert.ok(Schema.Check(Certificate, found), JSON.stringify(found))
  assert.deepEqual(Object.keys(found as object).sort(), Object.keys(Certificate.properties).sort())
}
