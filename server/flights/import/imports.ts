// An import from its request to its answer, for the public API and the dashboard alike.
import type { FastifyRequest } from 'fastify'
import type { Import } from '#contract/imports.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Noticed } from '../record/metadata.ts'
import type { FlightServices } from '../record/services.ts'
import { receiveArchive } from './receive.ts'
import { type Archive, type StagedImport, stageImport } from './stage.ts'
import { type EntryOptions, findImport, type ImportRow, listEntries } from './store.ts'
import { finishImport } from './work.ts'

/** An archive with so few flights is imported before the answer. */
const MAX_FLIGHTS_AT_ONCE = 10

/** Acknowledged when it returns: the import ends by itself from then on. */
export async function acceptArchive(
  services: FlightServices,
  request: FastifyRequest,
  ownerId: string,
  { fileName, ...given }: Omit<Archive, 'source'>,
): Promise<StagedImport> {
  const received = await receiveArchive(request, services.config.dataDir)
  try {
    const archive = {
      ...given,
      source: received.handle.fd,
      fileName: fileName ?? received.fileName,
      restoresSharing: true,
    }
    return await stageImport(services, ownerId, archive)
  } finally {
    await received.handle.close()
  }
}

/** Few flights are imported at once, many later. */
export async function completeSmall(
  services: FlightServices,
  ownerId: string,
  { id, flights }: StagedImport,
): Promise<Import> {
  if (flights <= MAX_FLIGHTS_AT_ONCE) await finishImport(services, ownerId, id)
  return requireImport(services.db.sql, ownerId, id)
}

export async function requireImport(sql: Sql, ownerId: string, id: string): Promise<Import> {
  const row = await findImport(sql, ownerId, id)
  if (!row) throw noSuchImport()
  return describeImport(sql, row)
}

export async function describeImport(sql: Sql, row: ImportRow): Promise<Import> {
  const entries = await listEntries(sql, row.id)
  const counts = { waiting: 0, new: 0, duplicate: 0, refused: 0, failed: 0, skipped: 0, photos: 0 }
  for (const { status, options } of entries) {
    if (isPhoto(options) && (status === 'new' || status === 'duplicate')) counts.photos++
    else counts[status]++
  }
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state === 'done' ? 'done' : 'running',
    createdAt: new Date(row.created_at).toISOString(),
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
    counts,
    entries: entries.map(({ name, status, flight_id, hash, reason, options, noticed }) => ({
      name,
      kind: isPhoto(options) ? 'photo' : 'flight',
      status,
      flightId: flight_id,
      hash,
      reason,
      ...(noticed !== null && (JSON.parse(noticed) as Noticed)),
    })),
  }
}

const isPhoto = (options: string) => (JSON.parse(options) as EntryOptions).photoOf !== undefined

export const noSuchImport = () => notFound('There is no such import.')
