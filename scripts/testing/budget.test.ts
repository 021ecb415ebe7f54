import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeBudget, readBudget } from './budget.ts'

test('the line of a release is read again, and that of what is not released is not', () => {
  const line = 'Budget: 12,000 product lines · 3 s of npm test'
  const before = readBudget(`## Unreleased\n\nBudget: 1 product lines\n\n## 1.1.0\n\n${line}\n\n## 1.0.0\n`)
  assert.deepEqual(before, { 'product lines': 12_000, 's of npm test': 3 })
  const now = describeBudget({ 'product lines': 11_000, routes: 5 }, before)
  assert.equal(now, 'Budget: 11,000 product lines (12,000) · 5 routes')
  assert.equal(describeBudget(before, {}), line)
})
