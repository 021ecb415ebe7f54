// A flight as a kind gets it.
import { hash } from 'node:crypto'
import type { OutgoingFlight } from '#server/forwards/kinds/kind.ts'
import { makeFlight } from '../flights.ts'

export function prepareFlight(seed: number, change: Partial<OutgoingFlight> = {}): OutgoingFlight {
  const bytes = change.bytes ?? makeFlight(seed)
  return {
    id: seed.toString(16).padStart(24, '0'),
    hash: hash('sha256', bytes),
    bytes,
    fileName: `2026-05-17 Ada Ö ${seed}.igc`,
    date: '2026-05-17',
    pilot: 'Ada Pilot',
    glider: 'Ozone Alpina 5',
    gliderClass: 'C',
    comment: null,
    distanceKm: 42,
    ...change,
  }
}

/** A destination with what a kind reads of the pilot. */
export const placeAt = <Settings, Credential>(settings: Settings, credential: Credential) => ({
  settings,
  credential,
  language: 'en' as const,
  pilotEmail: 'ada@example.org',
  mayAskReader: async () => true,
})
