import { toFileName } from '../../sdk/node/index.ts'

/** Ends with `.igc`, whatever the service says: what is written is a flight, and no program takes it for its settings. */
export function toFlightFileName(name: string, otherwise: string): string {
  const safe = toFileName(name, toFileName(otherwise, 'flight'))
  return /\.igc$/i.test(safe) ? safe : `${safe}.igc`
}
