// The operator's commands about names that pilots suggest.
import { distanceKm } from '#igc/geodesy.ts'
import { fragment } from '#server/platform/database/database.ts'
import { findOption, type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import type { OperatorSuggestion } from '#dashboard/operator.ts'
import { cleanText } from '../record/text/file-name.ts'
import { gatherFlights, putTakeoff } from '../takeoffs/import.ts'
import { findTakeoffBySource } from '../takeoffs/store.ts'
import { findNearest } from '../takeoffs/takeoffs.ts'
import { createId } from '#server/platform/ids.ts'
import { changeAll } from '../record/update.ts'
import { moveFlight } from '../takeoffs/move-flight.ts'
import { dismiss, findWaiting, listWaiting, type Suggestion } from './store.ts'

const LISTED = 100
/** The operator compares a name with all that are there, whoever flew first. */
const anyPlace = fragment`1 = 1`

/** Not whose they are: the name and the place are to be judged. */
export async function listSuggestions({ db }: Services): Promise<OperatorSuggestion[]> {
  const waiting = await listWaiting(db.sql, LISTED)
  return Promise.all(
    waiting.map(async ({ id, name, country, latitude, longitude, suggestedAt }) => {
      const known = await findNearest(db.sql, latitude, longitude, anyPlace)
      const metres = known && 1000 * distanceKm(latitude, longitude, known.latitude, known.longitude)
      const nearest = known ? { name: known.name, metres: Math.round(metres ?? 0) } : null
      return {
        id,
        name,
        country,
        latitude,
        longitude,
        nearest,
        suggestedAt: new Date(suggestedAt).toISOString(),
      }
    }),
  )
}

/** The name and the place as suggested, or as the operator has corrected them, become a site for everybody. */
export async function acceptSuggestion(services: Services, options: Options): Promise<object> {
  const suggestion = await requireWaiting(services, options)
  const { id: ownPlace, pilotId, country } = suggestion
  const sourceId = `pilots:${ownPlace}`
  const name = cleanText(findOption(options, 'name') ?? suggestion.name)
  if (name === '') throw new Error('The name is empty.')
  const latitude = readDegrees(options, 'latitude', 90) ?? suggestion.latitude
  const longitude = readDegrees(options, 'longitude', 180) ?? suggestion.longitude
  const site = await services.db.transaction(async (sql) => {
    const id = createId(services.now())
    await putTakeoff(sql, services.now(), { id, name, country, latitude, longitude, sourceId, madeBy: null })
    return (await findTakeoffBySource(sql, sourceId))!
  })
  // The place that the pilot has named exists now. With the last of these flights the pilot's own place goes, and the suggestion.
  await changeAll(
    {
      services,
      ownerId: pilotId,
      change: (change, { id }) => moveFlight(change, id, async () => site.id),
    },
    (flight) => flight.takeoff_id === ownPlace,
  )
  await gatherFlights(services, site)
  await dismiss(services.db.sql, ownPlace)
  return { accepted: name, latitude, longitude }
}

/** The pilot keeps the name; it does not come back as a suggestion. */
export async function dismissSuggestion(services: Services, options: Options): Promise<object> {
  const { id, name } = await requireWaiting(services, options)
  await dismiss(services.db.sql, id)
  return { dismissed: name }
}

async function requireWaiting({ db }: Services, options: Options): Promise<Suggestion> {
  const found = await findWaiting(db.sql, requireOption(options, 'id'))
  if (!found) throw new Error('There is no such suggestion, or it has been decided about.')
  return found
}

function readDegrees(options: Options, name: string, most: number): number | undefined {
  const text = findOption(options, name)
  if (text === undefined) return undefined
  const degrees = /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN
  if (!(Math.abs(degrees) <= most)) throw new Error(`The ${name} must be degrees from -${most} to ${most}.`)
  return degrees
}
