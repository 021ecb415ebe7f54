// Places as OpenAir files write them: 46:30:15 N 008:15:30 E, 46:30.25N 8:15.5E, 46.5 N 8.25 E.
import type { Place } from './airspace.ts'

// The lengths are bounded: no text makes it look back and forth.
const NUMBER = String.raw`\d{1,3}(?:\.\d{0,20})?`
const ANGLE = String.raw`(${NUMBER})(?:\s{0,3}[:°]\s{0,3}(${NUMBER})(?:\s{0,3}[:'′]\s{0,3}(${NUMBER}))?)?\s{0,3}["″']{0,2}\s{0,3}`
const PLACE = new RegExp(String.raw`\s{0,20}${ANGLE}([NS])[\s,]{0,20}${ANGLE}([EW])`, 'iy')

/** The place that begins at an index of a text, and where it ends; undefined when there is none. */
export function readPlace(text: string, from = 0): { place: Place; end: number } | undefined {
  PLACE.lastIndex = from
  const match = PLACE.exec(text)
  if (!match) return undefined
  const latitude = toDegrees(match.slice(1, 4), /s/i.test(match[4]!))
  const longitude = toDegrees(match.slice(5, 8), /w/i.test(match[8]!))
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined
  return { place: [latitude, longitude], end: PLACE.lastIndex }
}

/** NaN when there is no such angle. Minutes and seconds of 60 occur. */
function toDegrees(parts: (string | undefined)[], isNegative: boolean): number {
  const [degrees, minutes, seconds] = parts.map((part) => Number(part ?? 0)) as [number, number, number]
  if (minutes > 60 || seconds > 60) return Number.NaN
  const value = degrees + minutes / 60 + seconds / 3600
  return isNegative ? -value : value
}
