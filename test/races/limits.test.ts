// run: all
// on: sqlite, postgres
// Limits on the number of keys and devices: of many requests at once, as many succeed as there is room for.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { createDevice, issueCredential } from '#test/support/access/issuing.ts'

const ROOM = 3
const AT_ONCE = 24

suite('limits on what a user may have', () => {
  const bodies = {
    keys: { name: 'one more', scopes: ['profile:read'], days: null },
    devices: { name: 'one more' },
  }
  for (const kind of ['keys', 'devices'] as const) {
    test(`${AT_ONCE} requests at once do not make more than 100 ${kind}`, async (context) => {
      const server = await startServer(context, { environment: { RATE_LIMIT_REQUESTS: '0' } })
      const { user, headers } = await createSignedInUser(server)
      const { db, now } = server.services
      await db.transaction(async (sql) => {
        for (let index = 0; index < 100 - ROOM; index++) {
          if (kind === 'devices') await createDevice(sql, now(), { userId: user.id, name: `Vario ${index}` })
          else
            await issueCredential(sql, now(), {
              kind: 'key',
              userId: user.id,
              name: `key ${index}`,
              scopes: ['profile:read'],
            })
        }
      })
      const init = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(bodies[kind]),
      }
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => server.fetch(`/app/api/${kind}`, init)),
      )
      const statuses = answers.map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 201).length, ROOM, statuses.join(' '))
      assert.equal(statuses.filter((status) => status === 400).length, AT_ONCE - ROOM, statuses.join(' '))
    })
  }
})
