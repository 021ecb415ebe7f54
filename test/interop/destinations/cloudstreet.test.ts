// run: all
// A second installation takes flights over each dialect that it serves: its own, DHV-XC's, Leonardo's, XCCup's.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { cloudstreet } from '#server/forwards/kinds/cloudstreet.ts'
import { dhvXc } from '#server/forwards/kinds/dhv-xc.ts'
import type { Kind } from '#server/forwards/kinds/kind.ts'
import { leonardo } from '#server/forwards/kinds/leonardo.ts'
import { xccup } from '#server/forwards/kinds/xccup.ts'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, list, type Pilot, unlimited } from '#test/support/flights.ts'
import { openDoor } from '#test/support/forwards/door.ts'
import { placeAt, prepareFlight } from '#test/support/forwards/flight.ts'
import { issueCredential } from '#test/support/access/issuing.ts'
import { startServer } from '#test/support/server.ts'

interface Dialect {
  kind: Kind
  settings: object
  /** Leonardo's words for a repetition are those for a new flight. */
  knowsTwice?: false
  /** This service has nothing that XCCup's check could ask. */
  isChecked?: false
}

suite('a second installation as a destination', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const { url } = server
  const door = openDoor()
  let seed = 90

  const issueKey = async ({ user }: Pilot, scope: 'flights:write' | 'flights:read') => {
    const { db, now } = server.services
    return (await issueCredential(db.sql, now(), { kind: 'key', userId: user.id, scopes: [scope] })).secret
  }

  const dialects: Record<string, Dialect> = {
    cloudstreet: { kind: cloudstreet as unknown as Kind, settings: { url: `${url}/` } },
    'dhv-xc': { kind: dhvXc as unknown as Kind, settings: { url, publish: true } },
    leonardo: {
      kind: leonardo as unknown as Kind,
      settings: { url: `${url}/leonardo/flight_submit.php`, category: 'sport' },
      knowsTwice: false,
    },
    xccup: { kind: xccup as unknown as Kind, settings: { url }, knowsTwice: false, isChecked: false },
  }

  for (const [name, { kind, settings, knowsTwice, isChecked }] of Object.entries(dialects)) {
    test(`${name}: a flight arrives byte for byte, and a second time it is there already`, async () => {
      const pilot = await createPilot(server)
      const { password } = await addDevice(server, pilot.user)
      const credential =
        name === 'cloudstreet' ? { key: await issueKey(pilot, 'flights:write') } : { password }
      const at = (as: object) => placeAt({ ...settings, user: pilot.user.email }, as)
      const send = async (flight: ReturnType<typeof prepareFlight>, as: object = credential) =>
        kind.classify(await kind.send(door, at(as), flight))

      if (isChecked !== false) assert.equal((await kind.check(door, at(credential))).result, 'delivered')
      const flight = prepareFlight(++seed)
      const first = await send(flight)
      assert.equal(first.result, 'delivered', JSON.stringify(first))
      assert.match(first.link ?? '', /^http:\/\//)
      assert.ok(first.foreignId)
      const { data } = await list(server, pilot)
      assert.deepEqual(
        data.map(({ hash }) => hash),
        [flight.hash],
      )
      const again = await send(flight)
      assert.equal(again.result, knowsTwice === false ? 'delivered' : 'duplicate')
      assert.equal(again.foreignId, first.foreignId)

      const wrong = { password: 'wrong', key: `cst_key_${'x'.repeat(49)}` }
      const unknown = await send(prepareFlight(++seed), wrong)
      assert.equal(unknown.result, 'credential', JSON.stringify(unknown))
      if (isChecked !== false) assert.equal((await kind.check(door, at(wrong))).result, 'credential')
      const empty = await send(prepareFlight(0, { bytes: Buffer.from('AXXX\r\nHFDTE170526\r\n') }))
      assert.equal(empty.result, 'refused', JSON.stringify(empty))
      assert.ok(empty.words)
      assert.equal((await list(server, pilot)).data.length, 1)
    })
  }

  test('a key without the right to upload is found out before a flight is sent', async () => {
    const key = await issueKey(await createPilot(server), 'flights:read')
    const { result, words } = await cloudstreet.check(door, placeAt({ url }, { key }))
    assert.deepEqual([result, words], ['credential', 'The key lacks the right flights:write.'])
  })
})
