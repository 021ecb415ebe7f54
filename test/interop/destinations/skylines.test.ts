// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { skylines } from '#server/forwards/kinds/skylines.ts'
import { makeFlight } from '#test/support/flights.ts'
import { openDoor } from '#test/support/forwards/door.ts'
import { placeAt, prepareFlight } from '#test/support/forwards/flight.ts'
import { skylinesPilot, startSkylines } from '#test/support/forwards/skylines-server.ts'

type Finding = Extract<typeof skylines, { doubles: 'find' }>

suite('SkyLines', () => {
  const { user, password, pilotId } = skylinesPilot
  const at = (url: string, more = {}) => placeAt({ url, user, pilotId, ...more }, { password })
  const door = openDoor()
  const onDay = (seed: number, date: string) =>
    prepareFlight(seed, { date, bytes: makeFlight(seed, { date }) })
  const find = (...given: Parameters<Finding['find']>) => (skylines as Finding).find(...given)

  test('a flight whose answer was lost is found among the pilot’s own, also a private one', async (context) => {
    const service = await startSkylines(context)
    const place = at(service.url)
    const flights = ['2026-05-17', '2026-05-18', '2026-05-18', '2026-05-19', '2026-05-20'].map((date, seed) =>
      onDay(seed, date),
    )
    const unsent = onDay(9, '2026-05-18')
    for (const flight of flights) {
      assert.equal(await find(door, place, flight), undefined)
      service.lost.upload = true
      assert.equal(skylines.classify(await skylines.send(door, place, flight)).result, 'later')
      service.lost.upload = false
    }
    for (const [index, flight] of flights.entries()) {
      const found = await find(door, place, flight)
      const id = `${index + 1}`
      assert.deepEqual(found, { result: 'duplicate', foreignId: id, link: `${service.url}/flights/${id}` })
    }
    assert.equal(await find(door, place, unsent), undefined)
    assert.equal(service.flights.length, 5)
  })

  test('one that was stored and not yet published is published when it is found', async (context) => {
    const service = await startSkylines(context)
    const place = at(service.url, { publish: true })
    const flight = onDay(1, '2026-05-17')
    service.lost.verify = true
    await skylines.send(door, place, flight)
    assert.equal(service.flights[0]?.isPrivate, true)
    service.lost.verify = false
    assert.equal((await find(door, place, flight))?.result, 'duplicate')
    assert.equal(service.flights[0]?.isPrivate, false)
  })

  test('without the pilot’s number the answer to a copy tells that it is there', async (context) => {
    const service = await startSkylines(context)
    const [place, flight] = [at(service.url, { pilotId: undefined }), onDay(1, '2026-05-17')]
    service.lost.upload = true
    await skylines.send(door, place, flight)
    service.lost.upload = false
    assert.equal(await find(door, place, flight), undefined)
    const again = skylines.classify(await skylines.send(door, place, flight))
    assert.deepEqual([again.result, again.foreignId, service.flights.length], ['duplicate', '1', 1])
  })
})
