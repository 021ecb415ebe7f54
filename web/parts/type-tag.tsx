// Tags of a flight: its type, coloured, and whether it is left out of the totals.
import type { Flight } from '#contract/flight.ts'
import { format, texts } from '../language/texts.ts'

export function TypeTag({ type }: { type: string }) {
  const look = type.includes('FAI') ? 'sun' : type.includes('Triangle') ? 'good' : ''
  return <span class={`tag ${look}`}>{nameType(type)}</span>
}

/** Other leagues have other types, in their own words. */
export function nameType(type: string): string {
  return (texts.flight.types as Record<string, string>)[type] ?? type
}

/** With the reason. */
export function NotCountedTag({ flight }: { flight: Flight }) {
  const { notCounted } = flight.flightInfo
  if (!notCounted) return null
  const because: Record<string, string> = texts.own.notCountedBecause
  const reason = because[notCounted.reason]
  const words = reason ? format.with(texts.own.notCounted, reason) : texts.own.notCounted
  return <span class="tag plain">{words}</span>
}
