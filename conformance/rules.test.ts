import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from './desk/exchange.ts'
import { findRule, type RuleName, rules, type Seen } from './rules.ts'
import { type FaultName, faultNames } from './faults.ts'

const done = { status: 201, isSuccess: true }

/** Uploads that each take 10 ms, after these waits; all in one run, which ends with this claim. */
function see(
  fault: FaultName,
  waits: readonly number[],
  outcomes: Partial<Exchange>[],
  options: Partial<Seen> & { claims?: boolean; isEnded?: boolean } = {},
): Seen {
  let at = 1_000
  const uploads = outcomes.map((outcome, index): Exchange => {
    at += (waits[index - 1] ?? 0) + (index > 0 ? 10 : 0)
    return {
      at,
      endedAt: at + 10,
      dialect: 'own',
      method: 'POST',
      path: '/api/v1/flights/upload',
      isElsewhere: false,
      userAgent: 'Vario/1.4.2',
      hasSecret: true,
      flight: 'a',
      status: 503,
      body: '{}',
      isSuccess: false,
      hasBegun: false,
      ...outcome,
    }
  })
  const { claims = uploads.some(({ isSuccess }) => isSuccess), isEnded = true, ...rest } = options
  const run = { startedAt: 0, endedAt: 1_000_000, claims, isEnded, shows: async () => false }
  return { fault, uploads, exchanges: uploads, runs: [run], stored: 1, ...rest }
}

const judge = async (rule: RuleName, seen: Seen) => {
  const { verdict, sentence } = await findRule(rule).judge(seen)
  return `${verdict}: ${sentence}`
}

test('waits that grow are a back-off, also by chance; those at once or always the same are none', async () => {
  const afterWaits = (...waits: number[]) => judge('back-off', see('busy', waits, [{}, {}, {}, done]))
  assert.match(await afterWaits(1_000, 2_000, 4_000), /^pass: Waited 1\.0 s, 2\.0 s, 4\.0 s/)
  assert.match(await afterWaits(900, 300, 2_500), /^pass/)
  assert.match(await afterWaits(5, 8, 4), /^fail: Retries without back-off/)
  assert.match(await afterWaits(10, 2_000, 4_000), /^fail: Comes back at once/)
  assert.match(await afterWaits(1_000, 1_010, 990), /^fail: Waits the same each time/)
  assert.match(await afterWaits(60_000, 60_000, 60_000), /^pass/)
  const gaveUp = see('busy', [], [{}], { stored: 0, claims: false })
  assert.match(await judge('back-off', gaveUp), /^not seen: It ended instead of trying again/)
  const dropped = see('busy', [], [{}], { stored: 0, claims: true })
  assert.match(await judge('back-off', dropped), /^fail: Dropped the flight after 1 attempt, and says/)
})

test('Retry-After is kept to the second, and a device that never comes back fails', async () => {
  const after = (waitMs: number) => judge('retry-after', see('limited-wait', [waitMs], [{}, done]))
  assert.match(await after(2_000), /^pass: Came back after 2\.0 s/)
  assert.match(await after(1_500), /^fail: Came back after 1\.5 s instead of 2\.0 s/)
  const silent = see('limited-wait', [], [{}], { stored: 0, claims: false, isEnded: false })
  assert.match(await judge('retry-after', silent), /^fail: Did not come back/)
  // Dates have no fractions.
  assert.match(await judge('clock', see('clock-ahead', [1_200], [{}, done])), /^pass/)
  assert.match(await judge('clock', see('clock-behind', [20], [{}, done])), /^fail.*not from your own clock/)
})

test('“there already” after a lost answer is a success, not a failure', async () => {
  const lost = { status: undefined }
  const known = { status: 200, isSuccess: true }
  assert.match(await judge('lost-answer', see('lost', [500], [lost, known])), /^pass/)
  const stubborn = see('lost', [500, 500], [lost, known, known])
  assert.match(await judge('lost-answer', stubborn), /^fail: Takes “there already” for a failure/)
  assert.match(await judge('lost-answer', see('lost', [], [lost])), /^fail: Dropped/)
  assert.match(await judge('lost-answer', see('lost', [9], [lost, known], { stored: 2 })), /^fail.*2 times/)
})

test('an answer that broke off behind 201 may be taken for a success or not', async () => {
  const begun = { status: undefined, hasBegun: true }
  const trusted = see('answer-cut-50', [], [begun], { claims: true })
  const asked = see('answer-cut-50', [500], [begun, { status: 200, isSuccess: true }])
  const lost = see('answer-cut-50', [], [begun], { claims: false })
  assert.match(await judge('cut', trusted), /^pass/)
  assert.match(await judge('says-so', trusted), /^pass/)
  assert.match(await judge('cut', asked), /^pass: The flight arrived after 2 attempts/)
  assert.match(await judge('cut', lost), /^fail: Dropped the flight after 1 attempt/)
})

test('a wrong address is told with its answer', async () => {
  const astray = see('none', [], [{ dialect: undefined, path: '/upload', status: 404, body: 'Not found' }])
  const seen = { ...astray, uploads: [], stored: 0 }
  assert.equal(await judge('delivers', seen), 'fail: POST /upload was answered 404: Not found')
})

test('every fault is watched by a rule', () => {
  const watched = new Set<string>(Object.values(rules).flatMap(({ under }) => [...under]))
  assert.deepEqual(
    faultNames.filter((name) => !watched.has(name)),
    [],
  )
})
