// on: sqlite, postgres
// A key is revoked in the middle of 1,000 requests: none that begins after the revocation was acknowledged succeeds.
// On PostgreSQL the requests go to two nodes and the revocation to one of them. --sweeps repeats it.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CreatedKey } from '#dashboard/keys.ts'
import { bearer, createSignedInUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const ROUNDS = process.env.SWEEPS ? 20 : 1
const REQUESTS = 1_000
const AT_ONCE = 25

interface Outcome {
  status: number
  sentAfterRevocation: boolean
}

async function startNodes(context: Parameters<typeof startServer>[0]): Promise<TestServer[]> {
  const environment = { RATE_LIMIT_REQUESTS: '0' }
  const first = await startServer(context, { environment })
  if (first.services.db.engine === 'sqlite') return [first]
  const { DATABASE_URL = '', DATA_DIR = '' } = first.environment
  return [first, await startServer(context, { environment: { ...environment, DATABASE_URL, DATA_DIR } })]
}

async function revokeDuringRequests(
  nodes: TestServer[],
  key: string,
  revoke: () => Promise<void>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let sent = 0
  let isRevoked = false
  let revoking: Promise<void> | undefined
  const revokeOnce = async () => {
    await revoke()
    isRevoked = true
  }
  const worker = async () => {
    while (sent < REQUESTS) {
      const node = nodes[sent++ % nodes.length]
      const sentAfterRevocation = isRevoked
      const response = await node?.fetch('/api/v1/profile', { headers: bearer(key) })
      await response?.arrayBuffer()
      outcomes.push({ status: response?.status ?? 0, sentAfterRevocation })
      if (sent > REQUESTS / 3) revoking ??= revokeOnce()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await revoking
  return outcomes
}

suite('revocation of a key', async () => {
  test('none of 1,000 requests is answered 200 after the revocation was acknowledged', async (context) => {
    const nodes = await startNodes(context)
    const [node] = nodes
    assert.ok(node)
    const { headers } = await createSignedInUser(node)
    const json = { ...headers, 'content-type': 'application/json' }
    for (let round = 0; round < ROUNDS; round++) {
      const body = JSON.stringify({ name: `round ${round}`, scopes: ['profile:read'], days: null })
      const made = await node.fetch('/app/api/keys', { method: 'POST', headers: json, body })
      const { id, key } = (await made.json()) as CreatedKey
      const outcomes = await revokeDuringRequests(nodes, key, async () => {
        const response = await node.fetch(`/app/api/keys/${id}`, { method: 'DELETE', headers })
        assert.equal(response.status, 204)
      })
      const before = outcomes.filter((outcome) => !outcome.sentAfterRevocation)
      const after = outcomes.filter((outcome) => outcome.sentAfterRevocation)
      context.diagnostic(`round ${round}: ${before.length} sent before, ${after.length} after the revocation`)
      assert.equal(outcomes.length, REQUESTS)
      assert.ok(before.filter((outcome) => outcome.status === 200).length > 100)
      assert.ok(after.length > 100)
      assert.deepEqual(
        after.filter((outcome) => outcome.status !== 401),
        [],
      )
    }
  })
})
