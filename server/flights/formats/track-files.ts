// The track as files that other programs open: GPX 1.1 and KML, with altitudes and times.
import type { TrackColumns } from '../record/findings.ts'

export type TrackFileFormat = 'gpx' | 'kml'

export const trackFileTypes: Record<TrackFileFormat, string> = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
}

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>'

/** Every value is a number or made from one: nothing has to be escaped. */
export function writeTrackFile(format: TrackFileFormat, flightDate: string, track: TrackColumns): string {
  const name = `Flight of ${flightDate}`
  return format === 'gpx' ? writeGpx(name, track) : writeKml(name, track)
}

const timeAt = (seconds: number) => new Date(seconds * 1000).toISOString()

/** From -180 to less than 180. */
const toGpxLongitude = (degrees: number) => (degrees === 180 ? -180 : degrees)

/** https://www.topografix.com/GPX/1/1/ */
function writeGpx(name: string, { seconds, latitude, longitude, altitude }: TrackColumns): string {
  const points = seconds.map(
    (second, row) =>
      `<trkpt lat="${latitude[row]!}" lon="${toGpxLongitude(longitude[row]!)}"><ele>${altitude[row]!}</ele><time>${timeAt(second)}</time></trkpt>`,
  )
  return [
    HEADER,
    '<gpx version="1.1" creator="Cloudstreet" xmlns="http://www.topografix.com/GPX/1/1">',
    `<trk><name>${name}</name><trkseg>`,
    ...points,
    '</trkseg></trk>',
    '</gpx>',
    '',
  ].join('\n')
}

/** KML 2.2 with the track of Google's extension, which is how programs show when somebody was where. */
function writeKml(name: string, { seconds, latitude, longitude, altitude }: TrackColumns): string {
  const times = seconds.map((second) => `<when>${timeAt(second)}</when>`)
  const places = seconds.map(
    (_, row) => `<gx:coord>${longitude[row]!} ${latitude[row]!} ${altitude[row]!}</gx:coord>`,
  )
  return [
    HEADER,
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">',
    `<Document><name>${name}</name><Placemark><name>${name}</name>`,
    '<gx:Track><altitudeMode>absolute</altitudeMode>',
    ...times,
    ...places,
    '</gx:Track>',
    '</Placemark></Document>',
    '</kml>',
    '',
  ].join('\n')
}
