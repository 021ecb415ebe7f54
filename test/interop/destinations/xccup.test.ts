// run: all
// A real XCCup server, where one is running: XCCUP_URL, XCCUP_USER, XCCUP_PASSWORD, and in XCCUP_FLIGHT the path of an IGC file
// from near a take-off that it knows and does not have yet. Its answers are in the table of every run, too.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { xccup } from '#server/forwards/kinds/xccup.ts'
import { openDoor } from '#test/support/forwards/door.ts'
import { placeAt, prepareFlight } from '#test/support/forwards/flight.ts'

const {
  XCCUP_URL: url,
  XCCUP_USER: user = '',
  XCCUP_PASSWORD: password = '',
  XCCUP_FLIGHT: file = '',
} = process.env
const skip = url === undefined && 'no XCCup server is named (XCCUP_URL)'

suite('XCCup', { skip }, () => {
  const door = openDoor()
  const at = (as: string) => placeAt({ url: url ?? '', user }, { password: as })
  const send = async (flight: ReturnType<typeof prepareFlight>, as = password) =>
    xccup.classify(await xccup.send(door, at(as), flight))

  test('takes a flight once, knows it again, and refuses a wrong password and a broken file', async () => {
    assert.deepEqual(await xccup.check(door, at(password)), { result: 'delivered' })
    assert.equal((await xccup.check(door, at('wrong'))).result, 'credential')
    const flight = prepareFlight(1, { bytes: readFileSync(file) })
    const first = await send(flight)
    assert.equal(first.result, 'delivered', JSON.stringify(first))
    const again = await send(flight)
    assert.deepEqual([again.result, again.foreignId], ['duplicate', first.foreignId])
    assert.equal((await send(flight, 'wrong')).result, 'credential')
    const broken = await send(prepareFlight(2, { bytes: Buffer.from('nothing') }))
    assert.equal(broken.result, 'refused', JSON.stringify(broken))
  })
})
