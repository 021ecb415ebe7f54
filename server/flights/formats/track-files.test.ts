import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGpxFaults, readGpx, readKml } from '#test/support/formats/readers.ts'
import { writeTrackFile } from './track-files.ts'

test('a track at the ends of the map is one that GPX and KML allow', async () => {
  const track = {
    seconds: [1_800_000_000, 1_800_000_001, 1_800_000_002],
    latitude: [-90, 0.000001, 90],
    longitude: [-180, -0.000001, 180],
    altitude: [-430, 0, 12_000],
  }
  const fixes = track.seconds.map((second, row) => [
    second,
    track.latitude[row],
    track.longitude[row],
    track.altitude[row],
  ])
  assert.deepEqual(readKml(writeTrackFile('kml', '2027-01-15', track)), fixes)
  // The same meridian: GPX has it once.
  fixes[2]![2] = -180
  const gpx = writeTrackFile('gpx', '2027-01-15', track)
  assert.deepEqual(await readGpx(gpx), fixes)
  assert.match((await findGpxFaults(gpx.replace('lat="90"', 'lat="91"'))).join(), /maxInclusive/)
  assert.match(
    (await findGpxFaults(gpx.replace(/<ele>.*?<\/ele>(<time>.*?<\/time>)/, '$1<ele>1</ele>'))).join(),
    /ele/,
  )
})
