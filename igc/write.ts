// Writes a track as an IGC file: for tests, benches, the demo and exports. No security record (G): it proves nothing.
import { DAY_SECONDS, formatDate } from './date.ts'
import type { Track } from './track.ts'

export interface WritableFlight {
  track: Track
  pilot?: string
  crew?: string
  glider?: string
  gliderClass?: string
  recorder?: string
  site?: string
  /** Writes the fourth decimal of the minutes too (LAD, LOD). */
  hasFineDecimals?: boolean
  lineEnd?: '\r\n' | '\n' | '\r'
}

const EXTENSION_DIGITS = 3
const FIRST_EXTENSION_BYTE = 36

export function writeIgc(flight: WritableFlight): Uint8Array {
  const { track, lineEnd = '\r\n' } = flight
  const codes = Object.keys(track.extensions ?? {})
  const lines = [...writeHeader(flight, codes)]
  for (let row = 0; row < track.length; row++)
    lines.push(writeFix(track, row, flight.hasFineDecimals ?? false, codes))
  return new TextEncoder().encode(lines.join(lineEnd) + lineEnd)
}

function writeHeader(flight: WritableFlight, codes: string[]): string[] {
  const { track, pilot, crew, glider, gliderClass, recorder = 'Cloudstreet', site, hasFineDecimals } = flight
  const [year = '', month, day] = formatDate(track.seconds[0] ?? 0).split('-')
  const named: [string, string | undefined][] = [
    ['HFPLTPILOTINCHARGE:', pilot],
    ['HFCM2CREW2:', crew],
    ['HFGTYGLIDERTYPE:', glider],
    ['HFCCLCOMPETITIONCLASS:', gliderClass],
    ['HFFTYFRTYPE:', recorder],
    ['HFSITSITE:', site],
  ]
  return [
    'AXCLCLOUDSTREET',
    `HFDTEDATE:${day}${month}${year.slice(2)},01`,
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [name + toOneLine(value)])),
    'HFDTMGPSDATUM:WGS84',
    ...writeExtensionList(codes, hasFineDecimals ?? false),
  ]
}

function writeExtensionList(codes: string[], hasFineDecimals: boolean): string[] {
  const widths: [string, number][] = codes.map((code) => [code, EXTENSION_DIGITS])
  if (hasFineDecimals) widths.unshift(['LAD', 1], ['LOD', 1])
  if (widths.length === 0) return []
  let next = FIRST_EXTENSION_BYTE
  const parts = widths.map(([code, width]) => {
    const part = `${next}${next + width - 1}${code}`
    next += width
    return part
  })
  return [`I${pad(widths.length, 2)}${parts.join('')}`]
}

function writeFix(track: Track, row: number, hasFineDecimals: boolean, codes: string[]): string {
  const time = Math.floor(track.seconds[row]!) % DAY_SECONDS
  const clock = pad(Math.floor(time / 3600), 2) + pad(Math.floor(time / 60) % 60, 2) + pad(time % 60, 2)
  const latitude = writeAngle(track.latitude[row]!, 2, 'N', 'S', hasFineDecimals)
  const longitude = writeAngle(track.longitude[row]!, 3, 'E', 'W', hasFineDecimals)
  const validity = track.valid[row] ? 'A' : 'V'
  const altitudes = writeAltitude(track.pressureAltitude[row]!) + writeAltitude(track.gnssAltitude[row]!)
  const values = codes.map((code) =>
    pad(Math.max(0, Math.min(999, track.extensions![code]![row]!)), EXTENSION_DIGITS),
  )
  const decimals = latitude.decimal + longitude.decimal
  return `B${clock}${latitude.text}${longitude.text}${validity}${altitudes}${decimals}${values.join('')}`
}

function writeAngle(degrees: number, digits: number, positive: string, negative: string, isFine: boolean) {
  const unit = isFine ? 600_000 : 60_000
  const total = Math.round(Math.abs(degrees) * unit)
  const minutes = total % unit
  const thousandths = isFine ? Math.floor(minutes / 10) : minutes
  const text =
    pad(Math.floor(total / unit), digits) + pad(thousandths, 5) + (degrees < 0 ? negative : positive)
  return { text, decimal: isFine ? String(minutes % 10) : '' }
}

function writeAltitude(metres: number): string {
  return metres < 0 ? `-${pad(-metres, 4)}` : pad(metres, 5)
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}

/** A line end inside a name would begin a new record. */
function toOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}
