import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { startDeadline } from './deadline.ts'

suite('a deadline', () => {
  test('aborts after its time, and says why', async () => {
    const { signal } = startDeadline(1)
    await once(signal, 'abort')
    assert.equal((signal.reason as Error).name, 'TimeoutError')
  })

  test('aborts with the other signal, also one that was aborted before', () => {
    const outer = new AbortController()
    const { signal, end } = startDeadline(60_000, outer.signal)
    outer.abort(new Error('stopped'))
    assert.equal((signal.reason as Error).message, 'stopped')
    end()
    const late = startDeadline(60_000, outer.signal)
    assert.ok(late.signal.aborted)
    late.end()
  })

  test('that has ended never aborts', async () => {
    const outer = new AbortController()
    const { signal, end } = startDeadline(1, outer.signal)
    end()
    outer.abort()
    await once(startDeadline(10).signal, 'abort')
    assert.ok(!signal.aborted)
  })
})
