// A flight as others would see it with one zone more, for its pilot: cut by the code that cuts it for them.
import type { ZonePlace, ZonePreview } from '#dashboard/sharing.ts'
import { findFile } from '../files/files.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import { toSteps } from '../read/track.ts'
import type { CutFlight, FlightServices } from '../record/services.ts'
import { findOwnFlight } from './store.ts'
import { drawStretch, foreseeZone } from './zones.ts'

/** As many as the page of a shared flight asks for. */
const FIXES = 5000

export const HIDDEN_OF_KIND = { whole: 'nothing', cut: 'part', nothing: 'all' } as const

export async function previewZone(
  services: FlightServices,
  ownerId: string,
  flightId: string,
  place: ZonePlace,
): Promise<ZonePreview> {
  const { db, now, scorer } = services
  const found = await findOwnFlight(db.sql, ownerId, flightId)
  const file = found && (await findFile(services, ownerId, found.row.id))
  if (!file) throw noSuchFlight()
  const { zoneKey, ...zone } = await db.transaction((sql) => foreseeZone(sql, now(), ownerId, place))
  const task = { zones: [...found.zones, zone], stretch: drawStretch(zoneKey, found.row.fingerprint) }
  // Not kept: a pilot who moves a zone about would push out what visitors ask for.
  const shown = await scorer.cut(ownerId, file, task)
  return {
    hidden: HIDDEN_OF_KIND[shown.kind],
    isGuessable: shown.kind === 'cut' && shown.isGuessable,
    track: await extract(shown),
    disc: zone.circle,
  }

  async function extract(shown: CutFlight): Promise<ZonePreview['track']> {
    if (shown.kind === 'nothing') return null
    const seen = shown.kind === 'cut' ? { compressed: shown.compressed, givenDate: null } : file!
    return toSteps(await scorer.extractTrack(ownerId, seen, FIXES))
  }
}
