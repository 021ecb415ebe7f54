// Tags of a flight: its type, coloured, and whether it is left out of the totals.
import type { Flight } from '#sdk/types/flight.ts'
import { texts } from '../language/texts.ts'

export function TypeTag({ type }: { type: string }) {
  const look = type.includes('FAI') ? 'sun' : type.includes('Triangle') ? 'good' : ''
  return <span class={`tag ${look}`}>{nameType(type)}</span>
}

/** Other leagues have types of their own, in their own words. */
export function nameType(type: string): string {
  return (texts.flight.types as Record<string, string>)[type] ?? type
}

const isCounted = ({ flightInfo }: Flight) => flightInfo.metadata.isCounted !== false

export function NotCountedTag({ flight }: { flight: Flight }) {
  const { sameFlightAs } = flight.flightInfo.metadata
  if (isCounted(flight)) return null
  const words = sameFlightAs === undefined ? texts.own.notCounted : texts.own.secondRecording
  return <span class="tag plain">{words}</span>
}
