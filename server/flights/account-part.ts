// Flights in an account's export and review, and their deletion with it.
import { setImmediate as giveOthersATurn } from 'node:timers/promises'
import { forgetSomeAnswers } from '#server/access/once/store.ts'
import type { AccessOwners } from '#server/access/review-kinds.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { repeatTransaction } from '#server/platform/database/repeat-transaction.ts'
import { ApiError } from '#server/platform/errors.ts'
import { openContent } from '#server/platform/files/content.ts'
import type { ZippedFile } from '#server/platform/files/zip-writer.ts'
import type { Services } from '#server/platform/services.ts'
import { startProgress } from '#server/platform/background/progress.ts'
import { listAirspaceFiles, listAirspacesAfter, removeAirspaceFile } from './airspace/store.ts'
import { findAnalysis } from './record/analysis-store.ts'
import { toFlight } from './record/flight.ts'
import type { FlightRow } from './record/columns.ts'
import { listGliders } from './gliders/store.ts'
import { namePhotoFile } from './import/entry-names.ts'
import { deleteSomeEntries } from './import/store.ts'
import { GLIDERS_NAME } from './import/zip.ts'
import { readPhotoList } from './record/photo-list.ts'
import { readLarge } from './photos/send-photo.ts'
import { toChange } from './record/change.ts'
import { forgetSomeDeletions } from './record/change-numbers.ts'
import { removeAllFlights, removeSomeFlights } from './record/remove.ts'
import { findFile, type ReadingServices } from './files/files.ts'
import { createSharingReview } from './sharing/review.ts'
import { createSharingUndoers } from './sharing/undo.ts'
import { findSettings, listZones } from './sharing/zones.ts'
import { findConsent, withdrawConsent } from './signatures/store.ts'
import { countFlights, isNamed, listFlightsAfter } from './record/store.ts'

const BATCH_SIZE = 100
/** More of them, with all their indexes, would hold up the event loop for longer: docs/decisions/flights.md. */
const ERASED_AT_ONCE = 25
const FORGOTTEN_AT_ONCE = 1000

/** The flights' part in the export and the deletion of an account; composed with the others in app.ts. */
export function createFlightsPart(services: ReadingServices & Services) {
  return {
    exportFiles: async function* ({ id }: { id: string }) {
      yield* exportGliders(services, id)
      yield* exportFlights(services, id)
      yield* exportAirspaces(services, id)
      yield* exportSharing(services, id)
      yield* exportConsent(services, id)
    },
    access: { sharing: createSharingReview(services) } satisfies AccessOwners,
    undoes: createSharingUndoers(services),
    eraseInBatches: async ({ id }: { id: string }): Promise<void> => {
      await repeatTransaction(services.db, (sql) => deleteSomeEntries(sql, id, ERASED_AT_ONCE))
      await eraseFlights(services, id)
      for (const file of await listAirspaceFiles(services.db.sql, id))
        await services.db.transaction((sql) => removeAirspaceFile(sql, id, file.id))
      for (const forget of [forgetSomeDeletions, forgetSomeAnswers])
        await repeatTransaction(services.db, (sql) => forget(sql, id, ERASED_AT_ONCE))
    },
    erase: async (sql: Sql, { id }: { id: string }): Promise<void> => {
      await removeAllFlights(toChange(services, sql, id))
      while (await forgetSomeAnswers(sql, id, FORGOTTEN_AT_ONCE));
      await withdrawConsent(sql, id)
    },
  }
}

async function eraseFlights(services: ReadingServices & Services, id: string): Promise<void> {
  const { db } = services
  const countAll = async (done: number) => done + (await countFlights(db.sql, id))
  const progress = startProgress(services, { name: 'deletions', about: { userId: id }, countAll })
  let isMore = true
  while (isMore) {
    isMore = await db.transaction((sql) => removeSomeFlights(toChange(services, sql, id), ERASED_AT_ONCE))
    await progress.add(ERASED_AT_ONCE)
    await giveOthersATurn()
  }
  await progress.end()
}

/** Each flight's file as it was uploaded, its photos, and everything the service knows about it. */
async function* exportFlights(services: ReadingServices, ownerId: string): AsyncGenerator<ZippedFile> {
  for (let after: FlightRow | undefined; ;) {
    const rows = await listFlightsAfter(services.db.sql, ownerId, after, BATCH_SIZE)
    for (const row of rows) {
      after = row
      const file = await findFile(services, ownerId, row.id).catch(toProblem)
      const analysis = await findAnalysis(services.db.sql, ownerId, isNamed(row.id))
      // Deleted since the list was read.
      if (!file || analysis === undefined) continue
      const path = `flights/${row.flight_date}-${row.id}`
      if ('sentence' in file) yield { path: `${path}.no-igc.txt`, content: Buffer.from(`${file.sentence}\n`) }
      else yield { path: `${path}.igc`, content: await openContent(file.compressed, file.byteLength) }
      yield* exportPhotos(services, row, path)
      const description = { ...toFlight(row), analysis: JSON.parse(analysis) as unknown }
      yield { path: `${path}.json`, content: Buffer.from(JSON.stringify(description, null, 2)) }
    }
    if (rows.length < BATCH_SIZE) return
  }
}

/** First: an import adds them before the flights that name them. */
async function* exportGliders({ db }: ReadingServices, ownerId: string): AsyncGenerator<ZippedFile> {
  const gliders = await listGliders(db.sql, ownerId)
  if (gliders.length > 0) yield { path: GLIDERS_NAME, content: Buffer.from(JSON.stringify(gliders, null, 2)) }
}

/** By their number: their captions are in the description of the flight. */
async function* exportPhotos(
  services: ReadingServices,
  { photos }: FlightRow,
  path: string,
): AsyncGenerator<ZippedFile> {
  for (const [index, { id }] of readPhotoList(photos).entries()) {
    const photo = await readLarge(services, id).catch(toProblem)
    const name = namePhotoFile(path, index + 1)
    if (photo && 'sentence' in photo)
      yield { path: `${name}.missing.txt`, content: Buffer.from(`${photo.sentence}\n`) }
    // Otherwise it was deleted since the list was read.
    else if (photo) yield { path: name, content: photo }
  }
}

/** The pilot's choices; the circles drawn from them stay secret, as an export may be passed on. */
async function* exportSharing({ db }: ReadingServices, ownerId: string): AsyncGenerator<ZippedFile> {
  const settings = { ...(await findSettings(db.sql, ownerId)), zones: await listZones(db.sql, ownerId) }
  yield { path: 'sharing.json', content: Buffer.from(JSON.stringify(settings, null, 2)) }
}

const AIRSPACES_AT_ONCE = 1000

/** The pilot's own, as they were read. */
async function* exportAirspaces({ db }: ReadingServices, ownerId: string): AsyncGenerator<ZippedFile> {
  for (const { id, region } of await listAirspaceFiles(db.sql, ownerId)) {
    const airspaces: string[] = []
    for (let after = -1; ;) {
      const rows = await listAirspacesAfter(db.sql, ownerId, id, after, AIRSPACES_AT_ONCE)
      airspaces.push(...rows.map(({ airspace }) => airspace))
      after = rows.at(-1)?.number ?? after
      if (rows.length < AIRSPACES_AT_ONCE) break
    }
    const content = `{"name":${JSON.stringify(region)},"airspaces":[\n${airspaces.join(',\n')}\n]}\n`
    yield { path: `airspaces/${id}.json`, content: Buffer.from(content) }
  }
}

/** To have signatures checked elsewhere. */
async function* exportConsent({ db }: ReadingServices, ownerId: string): AsyncGenerator<ZippedFile> {
  const givenAt = await findConsent(db.sql, ownerId)
  if (givenAt === undefined) return
  const consent = { signatureChecks: { agreedAt: new Date(givenAt).toISOString() } }
  yield { path: 'consents.json', content: Buffer.from(JSON.stringify(consent, null, 2)) }
}

/** One file that is damaged or lost does not keep the pilot from all the others. */
function toProblem(error: unknown): { sentence: string } {
  if (error instanceof ApiError && error.code.startsWith('file_')) return { sentence: error.message }
  throw error
}
