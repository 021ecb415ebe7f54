import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryCounters } from './counters.ts'

const quota = { windowMs: 60_000, requests: 5, uploads: 2 }

test('an upload spends from both budgets, and a refused upload from neither', async () => {
  const count = createMemoryCounters(() => 1_000_000)
  await count('a', quota, 1)
  await count('a', quota, 1)
  const refused = await count('a', quota, 1)
  assert.deepEqual(refused, { endsAt: 1_060_000, requests: 2, uploads: 2, isRefused: true })
  assert.deepEqual(await count('a', quota, 0), { ...refused, requests: 3, isRefused: false })
})

test('a window begins with its first request and ends whole', async () => {
  let now = 0
  const count = createMemoryCounters(() => now)
  await count('a', quota, 0)
  now = 59_999
  assert.equal((await count('a', quota, 0))?.requests, 2)
  now = 60_000
  assert.deepEqual(await count('a', quota, 0), {
    endsAt: 120_000,
    requests: 1,
    uploads: 0,
    isRefused: false,
  })
})

test('an upload budget without a request budget refuses uploads alone', async () => {
  const count = createMemoryCounters(() => 0)
  const uploadsOnly = { windowMs: 1000, requests: 0, uploads: 1 }
  assert.equal((await count('a', uploadsOnly, 1))?.isRefused, false)
  assert.equal((await count('a', uploadsOnly, 1))?.isRefused, true)
  assert.equal((await count('a', uploadsOnly, 0))?.isRefused, false)
})

test('several files are counted together or not at all', async () => {
  const count = createMemoryCounters(() => 0)
  const wide = { windowMs: 1000, requests: 0, uploads: 5 }
  assert.equal((await count('a', wide, 3))?.isRefused, false)
  assert.deepEqual(await count('a', wide, 3), { endsAt: 1000, requests: 1, uploads: 3, isRefused: true })
  assert.equal((await count('a', wide, 2))?.uploads, 5)
})
