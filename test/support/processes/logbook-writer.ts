// Uploads, corrects and deletes flights at random, three requests at a time, until so many have been answered. Requests
// that a killed server leaves unanswered are sent again. Each line of its output is the number of answers so far; the last one
// tells what was done.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFlight } from '#test/support/flights.ts'

const [url = '', token = '', count = '0'] = process.argv.slice(2)
const CLIENTS = 3
const done = { uploaded: 0, corrected: 0, deleted: 0, asked_again: 0 }
const ids: string[] = []
let seed = 1
let begun = 0

async function ask(method: string, path: string, body?: Uint8Array | string): Promise<Response> {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': type } : {}) }
  for (;;) {
    const signal = AbortSignal.timeout(20_000)
    const init = { method, headers, signal, ...(body ? { body: body as BodyInit } : {}) }
    const response = await fetch(`${url}/api/v1/flights${path}`, init).catch(() => undefined)
    if (response && response.status < 500) return response
    done.asked_again++
    await sleep(50)
  }
}

function day(): string {
  return new Date(Date.UTC(2024, 0, 1 + Math.floor(Math.random() * 400))).toISOString().slice(0, 10)
}

async function act(): Promise<void> {
  const dice = Math.random()
  const at = Math.floor(Math.random() * ids.length)
  const id = ids[at]
  if (id !== undefined && dice < 0.25) {
    ids.splice(at, 1)
    await ask('DELETE', `/${id}`)
    done.deleted++
  } else if (id !== undefined && dice < 0.55) {
    // Another request may have deleted it by then: 404 is an answer, too.
    const { status } = await ask('PATCH', `/${id}`, JSON.stringify({ is_tandem: Math.random() < 0.5 }))
    if (status === 200) done.corrected++
  } else {
    const response = await ask('POST', '/upload', makeFlight(seed++, { taskKm: 2, date: day() }))
    const text = await response.text()
    if (response.status > 201) throw new Error(`${response.status} ${text}`)
    ids.push((JSON.parse(text) as { data: { id: string } }).data.id)
    done.uploaded++
  }
}

await Promise.all(
  Array.from({ length: CLIENTS }, async () => {
    while (begun < Number(count)) {
      const answered = begun++
      await act()
      console.log(answered)
    }
  }),
)
console.log(JSON.stringify(done))
