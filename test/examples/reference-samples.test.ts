// run: all
// Every sample of the reference, run as its reader would run it: curl in bash, TypeScript in Node, Python.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { type Entry, readReference } from '#server/site/reference/operations.ts'
import { listRequests } from '#server/site/reference/requests.ts'
import { type Language, languageNames, writeSamples } from '#server/site/reference/samples.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { fetchDescription } from '#test/support/description.ts'
import { makeFlight, unlimited } from '#test/support/flights.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { createDefaults, prepare, zipFlights } from '#test/support/samples/prepare.ts'
import { checkTypes, type Job, runSamples } from '#test/support/samples/run.ts'
import { takePhoto } from '#test/support/photos/photos.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { onLoopback } from '#test/support/webhooks.ts'

const isThere = (command: string) => spawnSync(command, ['--version']).status === 0
const hasTool: Record<Language, boolean> = {
  curl: isThere('curl'),
  typescript: true,
  python: isThere('python3'),
}
/** All are written from the same requests: one language is run in every run, with `--sweeps` each. */
const runnable = (Object.keys(hasTool) as Language[])
  .filter((language) => hasTool[language])
  .slice(0, process.env.SWEEPS ? undefined : 1)

suite('the samples of the reference', async () => {
  const environment = { ...unlimited, ...onLoopback, SMTP_URL: 'smtp://127.0.0.1:9' }
  // An authorization code is good for a minute, and on a busy machine the samples take longer.
  const server = await startServer({ after }, { environment, isClockStill: true })
  const receiver = await startReceiver({ after })
  const folder = makeFolder({ after })
  const reference = readReference(await fetchDescription(server))
  const entries = reference.groups.flatMap((group) => group.entries)

  test('there is one for every operation', () => {
    const without = entries.filter((entry) => listRequests(entry).length === 0).map(({ id }) => id)
    assert.deepEqual(without, [])
  })

  for (const language of runnable) {
    test(`each runs in ${languageNames[language]}, and is answered as documented`, async () => {
      const place = join(folder, language)
      mkdirSync(place)
      writeFileSync(join(place, 'flight.igc'), makeFlight(10))
      writeFileSync(join(place, 'flights.zip'), await zipFlights())
      writeFileSync(join(place, 'photo.jpg'), await takePhoto(1))
      const { jobs, pilotIds } = await listJobs(server, receiver.url, entries, language)
      const outcomes = await runSamples(language, jobs, place)
      const wrong = outcomes.filter(({ name, statuses, failure }) => {
        const { operation } = entries.find(({ id }) => id === name.split(' ')[0])!
        const isDocumented = (status: number) => status < 300 && String(status) in operation.responses
        return failure !== undefined || statuses.length === 0 || !statuses.every(isDocumented)
      })
      assert.deepEqual(wrong, [])
      // A sample before them downloads its flight to this name.
      const sent = createHash('sha256')
        .update(readFileSync(join(place, 'flight.igc')))
        .digest('hex')
      assert.deepEqual(await listHashes(server, pilotIds), [sent, sent, sent, sent])
      assert.ok(outcomes.length >= 46, `${outcomes.length} samples`)
      if (language === 'typescript') assert.equal(await checkTypes(place), '')
    })
  }
})

async function listJobs(
  server: TestServer,
  receiverUrl: string,
  entries: Entry[],
  language: Language,
): Promise<{ jobs: Job[]; pilotIds: string[] }> {
  const jobs: Job[] = []
  const pilotIds: string[] = []
  const defaults = await createDefaults(server)
  for (const request of entries.flatMap(listRequests)) {
    const { environment, replace, pilotId } = await prepare(server, receiverUrl, request)
    if (pilotId !== undefined) pilotIds.push(pilotId)
    const sample = writeSamples(server.url, request)[language]
    const code = Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), sample)
    const name = [request.operationId, request.title ?? ''].join(' ').trim()
    jobs.push({ name, code, environment: { ...defaults, ...environment } })
  }
  return { jobs, pilotIds }
}

/** Hashes of all flights that these pilots have. */
async function listHashes({ services }: TestServer, pilotIds: string[]): Promise<string[]> {
  const { sql } = services.db
  const found = await Promise.all(
    pilotIds.map((id) => sql<{ hash: string }>`select hash from flights where owner_id = ${id}`),
  )
  return found.flat().map(({ hash }) => hash)
}
