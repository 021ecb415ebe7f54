// Reads a list of take-off sites, CSV or GeoJSON; rows that cannot be used are reported with line and reason.
import { splitCsv } from '#server/platform/files/csv.ts'

export interface TakeoffSite {
  /** The site's id in the list it comes from. */
  externalId: string
  name: string
  latitude: number
  longitude: number
  /** Metres; null when the list does not say. */
  altitude: number | null
  /** ISO 3166-1 alpha-2, upper case; null when the list does not say. */
  country: string | null
}

export interface RefusedRow {
  /** Line of a CSV file, or the number of the feature in GeoJSON, from 1. */
  line: number
  reason: string
}

export interface TakeoffsFile {
  sites: TakeoffSite[]
  refused: RefusedRow[]
}

type Fields = Record<'id' | 'name' | 'longitude' | 'latitude' | 'altitude' | 'country', unknown>

const REQUIRED_COLUMNS = ['id', 'name', 'longitude', 'latitude'] as const
const MAX_NAME_LENGTH = 200

export function parseTakeoffs(text: string): TakeoffsFile {
  const content = text.replace(/^\uFEFF/, '')
  return content.trimStart().startsWith('{') ? parseGeoJson(content) : parseCsv(content)
}

function parseCsv(text: string): TakeoffsFile {
  const [header, ...rows] = splitCsv(text)
  if (!header) return { sites: [], refused: [{ line: 1, reason: 'the file is empty' }] }
  const columns = header.cells.map((cell) => cell.trim().toLowerCase())
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    return { sites: [], refused: [{ line: 1, reason: `the header lacks: ${missing.join(', ')}` }] }
  }
  return collectSites(
    rows.map(({ line, cells, fault }) => ({ line, fields: fault ?? nameCells(columns, cells) })),
  )
}

function nameCells(columns: string[], cells: string[]): Fields | string {
  if (cells.length < columns.length) {
    const found = cells.length === 1 ? '1 cell' : `${cells.length} cells`
    return `has ${found} where the header has ${columns.length}`
  }
  const cellOf = (column: string) => cells[columns.indexOf(column)]
  return {
    id: cellOf('id'),
    name: cellOf('name'),
    longitude: cellOf('longitude'),
    latitude: cellOf('latitude'),
    altitude: cellOf('altitude'),
    country: cellOf('country'),
  }
}

function parseGeoJson(text: string): TakeoffsFile {
  const features = findFeatures(text)
  if (!features) {
    return {
      sites: [],
      refused: [{ line: 1, reason: 'this is neither CSV nor a GeoJSON FeatureCollection' }],
    }
  }
  return collectSites(
    features.map((feature, index) => ({ line: index + 1, fields: nameProperties(feature) })),
  )
}

function findFeatures(text: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return isRecord(parsed) && Array.isArray(parsed.features) ? (parsed.features as unknown[]) : undefined
  } catch {
    return undefined
  }
}

function nameProperties(feature: unknown): Fields | string {
  if (!isRecord(feature)) return 'is not a feature'
  const geometry = isRecord(feature.geometry) ? feature.geometry : {}
  const properties = isRecord(feature.properties) ? feature.properties : {}
  if (geometry.type !== 'Point' || !Array.isArray(geometry.coordinates)) return 'is not a point'
  const [longitude, latitude, height] = geometry.coordinates as unknown[]
  return {
    id: feature.id ?? properties.id,
    name: properties.name,
    longitude,
    latitude,
    altitude: properties.altitude ?? height,
    country: properties.country ?? properties.countryCode,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `fields` is the reason when the row could not even be split into cells. */
function collectSites(rows: { line: number; fields: Fields | string }[]): TakeoffsFile {
  const sites: TakeoffSite[] = []
  const refused: RefusedRow[] = []
  const lineOfId = new Map<string, number>()
  for (const { line, fields } of rows) {
    const site = typeof fields === 'string' ? fields : toSite(fields)
    if (typeof site === 'string') {
      refused.push({ line, reason: site })
      continue
    }
    const earlier = lineOfId.get(site.externalId)
    if (earlier !== undefined) {
      refused.push({ line, reason: `repeats the id ${site.externalId} of line ${earlier}` })
      continue
    }
    lineOfId.set(site.externalId, line)
    sites.push(site)
  }
  return { sites, refused }
}

/** The site, or the reason why it is none. */
function toSite(fields: Fields): TakeoffSite | string {
  const externalId = toText(fields.id)
  if (!externalId) return 'has no id'
  const name = toText(fields.name)
  if (!name) return 'has no name'
  const latitude = toNumber(fields.latitude)
  const longitude = toNumber(fields.longitude)
  if (latitude === undefined || Math.abs(latitude) > 90)
    return `has no valid latitude: ${quote(fields.latitude)}`
  if (longitude === undefined || Math.abs(longitude) > 180)
    return `has no valid longitude: ${quote(fields.longitude)}`
  if (latitude === 0 && longitude === 0) return 'is at 0°N 0°E'
  const country = toText(fields.country).toUpperCase()
  return {
    externalId,
    name: name.slice(0, MAX_NAME_LENGTH),
    latitude,
    longitude,
    altitude: toNumber(fields.altitude) ?? null,
    country: /^[A-Z]{2}$/.test(country) ? country : null,
  }
}

function toText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() : ''
}

function toNumber(value: unknown): number | undefined {
  const text = toText(value)
  const number = Number(text)
  return text !== '' && Number.isFinite(number) ? number : undefined
}

function quote(value: unknown): string {
  return JSON.stringify(toText(value).slice(0, 40))
}
