// Its limits, which a browser test would need megabytes for; the rest is in test/browser/phone/offline.test.ts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { createContext, runInContext } from 'node:vm'

const script = readFileSync(join(import.meta.dirname, 'scripts/service-worker.js'), 'utf8')

/** As much of the Cache interface as the script uses. */
class FakeCache {
  readonly answers = new Map<string, Response>()
  match = async (path: string) => this.answers.get(path)?.clone()
  put = async (path: string, answer: Response) => void this.answers.set(path, answer)
  delete = async (url: string) => this.answers.delete(url.replace('https://club.test', ''))
  keys = async () => [...this.answers.keys()].map((path) => ({ url: `https://club.test${path}` }))
}

function startWorker(answer: (path: string) => Response) {
  const stored = new Map<string, FakeCache>()
  const open = async (name: string) => {
    const cache = stored.get(name) ?? new FakeCache()
    stored.set(name, cache)
    return cache
  }
  const listeners = new Map<string, (event: object) => void>()
  const scope = {
    APP: { name: 'test', files: [] },
    caches: {
      open,
      keys: async () => [...stored.keys()],
      delete: async (name: string) => stored.delete(name),
      match: async (path: string, { cacheName }: { cacheName: string }) => stored.get(cacheName)?.match(path),
    },
    addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen),
    fetch: async (path: string) => answer(path),
    location: { origin: 'https://club.test' },
    Response,
    URL,
    setTimeout,
  }
  runInContext(script, createContext(scope))
  return {
    /** As a page does at its start. */
    async keep(): Promise<void> {
      let done: Promise<unknown> | undefined
      listeners.get('message')?.({ waitUntil: (work: Promise<unknown>) => (done = work) })
      await done
    },
    listKept: () => [...(stored.get('kept answers mara')?.answers.keys() ?? [])],
  }
}

suite('the service worker', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `${index}`.padStart(24, '0'))
  const list = JSON.stringify({ data: ids.map((id) => ({ id })) })
  const serve = (sizeOf: (path: string) => number) => (path: string) =>
    new Response(path.includes('logbook?page=1') ? list : ' '.repeat(sizeOf(path)), {
      headers: { 'cloudstreet-account': 'mara' },
    })

  test('keeps ten flights, each with its track and analysis', async () => {
    const worker = startWorker(serve(() => 1000))
    await worker.keep()
    const flights = worker.listKept().filter((path) => /flights\/0/.test(path))
    assert.equal(flights.length, 30)
    for (const id of ids.slice(10)) assert.ok(!flights.some((path) => path.includes(id)))
  })

  test('keeps no answer beyond 2 MB, and 20 MB of flights in all, the newest first', async () => {
    const worker = startWorker(serve((path) => (path.endsWith('/analysis') ? 2_000_001 : 1_900_000)))
    await worker.keep()
    const flights = worker.listKept().filter((path) => /flights\/0/.test(path))
    assert.ok(!flights.some((path) => path.endsWith('/analysis')))
    assert.equal(flights.length, 11, 'the eleventh is the one that reaches the limit')
    assert.deepEqual(
      flights.map((path) => path.split('/')[4]),
      ids
        .slice(0, 6)
        .flatMap((id) => [id, id])
        .slice(0, 11),
    )
  })
})
