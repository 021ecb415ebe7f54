// Files of ours as programs of others read them: libxml2 with a schema, the converter of map editors, a parser of CSV.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { gpx, kml } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { parse } from 'csv-parse/sync'
import type { FeatureCollection, LineString } from 'geojson'
import { validateXML } from 'xmllint-wasm'

type ReadFix = [seconds: number, latitude: number, longitude: number, altitude: number]

const schema = readFileSync(new URL('gpx.xsd', import.meta.url), 'utf8')

/** The faults that the schema finds, line by line. */
export async function findGpxFaults(text: string): Promise<string[]> {
  const { errors } = await validateXML({ xml: { fileName: 'a.gpx', contents: text }, schema })
  return errors.map(({ rawMessage }) => rawMessage)
}

export async function readGpx(text: string): Promise<ReadFix[]> {
  assert.deepEqual(await findGpxFaults(text), [])
  return listFixes(gpx(open(text)) as FeatureCollection)
}

export function readKml(text: string): ReadFix[] {
  return listFixes(kml(open(text)) as FeatureCollection)
}

/** A fault of the XML fails the test; the reader itself would go on. */
function open(text: string): Parameters<typeof gpx>[0] {
  const onError = (level: string, message: string) => assert.fail(`${level}: ${message}`)
  return new DOMParser({ onError }).parseFromString(text, 'text/xml') as unknown as Parameters<typeof gpx>[0]
}

function listFixes({ features }: FeatureCollection): ReadFix[] {
  assert.equal(features.length, 1)
  const { geometry, properties } = features[0]!
  const { coordinates } = geometry as LineString
  const times = (properties as { coordinateProperties: { times: string[] } }).coordinateProperties.times
  assert.equal(times.length, coordinates.length)
  return coordinates.map(([longitude, latitude, altitude], row) => [
    Date.parse(times[row]!) / 1000,
    latitude!,
    longitude!,
    altitude!,
  ])
}

/** Heading -> value. Lines of another length, and quotes that RFC 4180 does not allow, are refused. */
export function readCsv(bytes: Uint8Array): Record<string, string>[] {
  return parse(bytes, { bom: true, columns: true, record_delimiter: '\r\n' })
}
