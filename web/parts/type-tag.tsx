// The type of a scored flight, coloured.
import { texts } from '../language/texts.ts'

export function TypeTag({ type }: { type: string }) {
  const look = type.includes('FAI') ? 'sun' : type.includes('Triangle') ? 'good' : ''
  return <span class={`tag ${look}`}>{nameType(type)}</span>
}

/** Other leagues have types of their own, in their own words. */
export function nameType(type: string): string {
  return (texts.flight.types as Record<string, string>)[type] ?? type
}
