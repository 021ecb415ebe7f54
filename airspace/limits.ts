// Floors and ceilings as OpenAir files write them: 1500ft AMSL, FL 95, 300M AGL, GND, UNLTD, 100m AGL/423m AMSL.
import type { Height, Limit } from './airspace.ts'

export const METRES_PER_FOOT = 0.3048

const TOKEN = /\d{1,6}(?:\.\d{0,6})?|[A-Z]{1,12}/g
const UNLIMITED = /^UNL/
const SURFACE = new Set(['GND', 'SFC', 'SURFACE', 'GROUND'])
const ABOVE_GROUND = new Set(['AGL', 'ASFC', 'AGND', ...SURFACE])
const SEA_LEVEL = new Set(['MSL', 'AMSL', 'ALT', 'QNH'])
const FEET = new Set(['FT', 'F', 'FEET'])
const METRES = new Set(['M', 'MT', 'METER', 'METERS'])
/** 1500FTAMSL, 300MAGL. */
const JOINED = /(\d)(FT|F|M)(?=AMSL|MSL|AGL|ASFC|GND|SFC)/g
const LONGEST = 100

/** An unreadable limit, such as NOTAM, has no heights. */
export function readLimit(written: string): Limit {
  const text = written.trim().slice(0, LONGEST)
  const heights = text
    .toUpperCase()
    .split('/')
    .map(readHeight)
    .filter((height) => height !== undefined)
  return { text, heights }
}

function readHeight(text: string): Height | undefined {
  const tokens: string[] = text.replaceAll(JOINED, '$1 $2 ').match(TOKEN) ?? []
  const number = tokens.find((token) => token >= '0' && token <= '9~')
  const has = (words: Set<string>) => tokens.some((token) => words.has(token))
  if (tokens.some((token) => UNLIMITED.test(token))) return { datum: 'unlimited', metres: 0 }
  if (number === undefined) return has(SURFACE) ? { datum: 'surface', metres: 0 } : undefined
  if (tokens.includes('FL')) return { datum: 'std', metres: round(Number(number) * 100 * METRES_PER_FOOT) }
  const known = [FEET, METRES, SEA_LEVEL, ABOVE_GROUND]
  // An unknown word may change what the number means.
  if (tokens.some((token) => token !== number && token !== 'STD' && !known.some((words) => words.has(token))))
    return undefined
  const metres = round(Number(number) * (has(METRES) ? 1 : METRES_PER_FOOT))
  if (metres === 0 && !has(SEA_LEVEL)) return { datum: 'surface', metres }
  if (has(ABOVE_GROUND)) return { datum: 'agl', metres }
  return { datum: tokens.includes('STD') ? 'std' : 'msl', metres }
}

/** To the millimetre: no product of binary fractions shows. */
function round(metres: number): number {
  return Math.round(metres * 1000) / 1000
}
