import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findError, readIgc } from '../read.ts'

const samples: [start: string, name: string][] = [
  ['<?xml version="1.0"?>\n<gpx version="1.1"><trk><trkpt lat="46" lon="8"/></trk></gpx>', 'a GPX file'],
  ['<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"/>', 'a KML file'],
  ['\n<!DOCTYPE html><html><head><title>Sign in</title>', 'an HTML page'],
  ['<html>\nBack to the list', 'an HTML page'],
  ['<TrainingCenterDatabase/>', 'a TCX file'],
  ['<note>hello</note>', 'a text file'],
  ['PK\x03\x04\x14\x00', 'a ZIP archive'],
  ['\x1f\x8b\x08\x00', 'a gzip archive'],
  ['\xff\xd8\xff\xe0\x00\x10JFIF', 'a JPEG picture'],
  ['\x89PNG\r\n\x1a\n', 'a PNG picture'],
  ['GIF89a', 'a GIF picture'],
  ['%PDF-1.7', 'a PDF document'],
  ['\x0e\x10\xd9\x07\x00\x00\x00\x00.FIT', 'a Garmin FIT file'],
  ['{"type":"FeatureCollection"}', 'a JSON file'],
  ['$GPGGA,120000,4655.000,N,00805.000,E,1,08', 'an NMEA log'],
  ['Dear pilot,\nBest regards\n', 'a text file'],
  ['\x00\x01\x02\x03\x04\x05', 'a binary file'],
]

for (const [start, name] of samples) {
  test(`${name} is named: ${JSON.stringify(start.slice(0, 16))}`, () => {
    const file = readIgc(Buffer.from(start, 'latin1'))
    assert.equal(findError(file)?.message, `This is ${name}, not an IGC file.`)
    assert.ok(findError(file)!.hint.length > 20)
    assert.equal(file.track, undefined)
  })
}

for (const head of ['AXXX123HFDTE250724', 'HFDTE250724HFPLTPILOT:Me', '']) {
  test(`a file without line ends is told so, and how to send it: ${head.slice(0, 4)}`, () => {
    const flight = Array.from({ length: 20 }, (_, i) => `B1200${10 + i}4655000N00805000EA0160001650`).join('')
    const file = readIgc(Buffer.from(head + flight))
    const error = findError(file)
    assert.equal(error?.code, 'no-line-ends')
    assert.match(error.message, /^Line 1: .*one line/)
    assert.match(error.hint, /--data-binary @FILE/)
  })
}

test('an archive that holds a whole flight unpacked is still refused as an archive', () => {
  const flight = Array.from({ length: 20 }, (_, i) => `B1200${10 + i}4655000N00805000EA0160001650`).join('\n')
  const file = readIgc(Buffer.from(`PK\x03\x04\nHFDTE250724\n${flight}\n`, 'latin1'))
  assert.equal(findError(file)?.code, 'not-igc')
})
