// Airspace files: the operator's, by region and date, and those that pilots add for their own flights.
import type { OwnAirspaceFile } from '#dashboard/airspace.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import { createId } from '#server/platform/ids.ts'
import type { FlightServices, ReadAirspaces } from '../record/services.ts'
import { holdOwner } from '../record/store.ts'
import { type AirspaceFile, listAirspaceFiles, removeAirspaceFile, replaceAirspaceFile } from './store.ts'

/** For one pilot. */
export const OWN_LIMITS = { bytes: 2_000_000, files: 10, airspaces: 5000 }
/** A file without a date holds for every flight. */
const ALWAYS = '0001-01-01'
const MAX_REGION = 60

export interface FileNames {
  ownerId: string | null
  region: string
  validFrom: string
}

export async function keepAirspaces(
  { db, now }: { db: Database; now: () => number },
  names: FileNames,
  { airspaces }: ReadAirspaces,
): Promise<AirspaceFile> {
  const file = { id: createId(now()), ...names, airspaces: airspaces.length, createdAt: now() }
  await db.transaction(async (sql) => {
    if (names.ownerId !== null && !(await holdOwner(sql, names.ownerId))) throw noSuchFile()
    await replaceAirspaceFile(sql, file, airspaces)
    if (names.ownerId === null) return
    const own = await listAirspaceFiles(sql, names.ownerId)
    if (own.length > OWN_LIMITS.files)
      throw invalidRequest(`You have ${OWN_LIMITS.files} airspace files; remove one first.`)
  })
  return file
}

/** A pilot's own. */
export async function addOwnFile(
  services: FlightServices,
  ownerId: string,
  bytes: Uint8Array,
  name: string | undefined,
): Promise<OwnAirspaceFile & { problems: string[] }> {
  const read = await services.scorer.readAirspaces(ownerId, bytes)
  const problems = read.diagnoses.map(({ message }) => message)
  if (read.airspaces.length === 0)
    throw invalidRequest(`This is no OpenAir file with airspaces.${problems[0] ? ` ${problems[0]}` : ''}`)
  if (read.airspaces.length > OWN_LIMITS.airspaces)
    throw invalidRequest(`A file of your own may have ${OWN_LIMITS.airspaces} airspaces.`)
  const names = { ownerId, region: cleanRegion(name), validFrom: ALWAYS }
  return { ...show(await keepAirspaces(services, names, read)), problems }
}

export async function listOwnFiles({ db }: FlightServices, ownerId: string): Promise<OwnAirspaceFile[]> {
  return (await listAirspaceFiles(db.sql, ownerId)).map(show)
}

export async function removeOwnFile({ db }: FlightServices, ownerId: string, id: string): Promise<void> {
  const isGone = await db.transaction((sql) => removeAirspaceFile(sql, ownerId, id))
  if (!isGone) throw noSuchFile()
}

export const noSuchFile = () => notFound('There is no such airspace file.')

function cleanRegion(name: string | undefined): string {
  const clean = (name ?? '').replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return clean.slice(0, MAX_REGION) || 'My airspaces'
}

const show = ({ id, region, airspaces, createdAt }: AirspaceFile): OwnAirspaceFile => ({
  id,
  name: region,
  airspaces,
  addedAt: new Date(createdAt).toISOString(),
})
