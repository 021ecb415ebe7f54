// Recognises the format of a file that is not IGC, for the answer to name it.

interface Kind {
  name: string
  hint: string
}

const EXPORT_AGAIN = 'Export the flight as IGC from your instrument, app or logbook and upload that file.'
const UNPACK = 'Unpack it and upload the .igc file inside.'
const PICTURE = 'Choose the track log of the flight (its name ends in .igc), not a picture.'

const MAGIC: [offset: number, bytes: string, kind: Kind][] = [
  [0, 'PK\x03\x04', { name: 'a ZIP archive', hint: UNPACK }],
  [0, 'PK\x05\x06', { name: 'an empty ZIP archive', hint: EXPORT_AGAIN }],
  [0, '\x1f\x8b', { name: 'a gzip archive', hint: UNPACK }],
  [0, '7z\xbc\xaf\x27\x1c', { name: 'a 7-Zip archive', hint: UNPACK }],
  [0, 'Rar!', { name: 'a RAR archive', hint: UNPACK }],
  [0, 'BZh', { name: 'a bzip2 archive', hint: UNPACK }],
  [0, '\xfd7zXZ', { name: 'an XZ archive', hint: UNPACK }],
  [257, 'ustar', { name: 'a TAR archive', hint: UNPACK }],
  [0, '\xff\xd8\xff', { name: 'a JPEG picture', hint: PICTURE }],
  [0, '\x89PNG', { name: 'a PNG picture', hint: PICTURE }],
  [0, 'GIF8', { name: 'a GIF picture', hint: PICTURE }],
  [8, 'WEBP', { name: 'a WebP picture', hint: PICTURE }],
  [4, 'ftyp', { name: 'a video or HEIC picture', hint: PICTURE }],
  [0, '%PDF', { name: 'a PDF document', hint: EXPORT_AGAIN }],
  [8, '.FIT', { name: 'a Garmin FIT file', hint: EXPORT_AGAIN }],
  [0, 'SQLite format 3', { name: 'an SQLite database', hint: EXPORT_AGAIN }],
]

const MARKUP: [pattern: RegExp, kind: Kind][] = [
  [/<gpx\b/i, { name: 'a GPX file', hint: EXPORT_AGAIN }],
  [/<kml\b/i, { name: 'a KML file', hint: EXPORT_AGAIN }],
  [/<trainingcenterdatabase\b/i, { name: 'a TCX file', hint: EXPORT_AGAIN }],
  [
    /<!doctype html|<html\b|<head\b|<body\b/i,
    {
      name: 'an HTML page',
      hint: 'The download may have failed or asked for a sign-in: open the link in a browser and save the .igc file.',
    },
  ],
  [/^<svg\b|<svg\b/i, { name: 'an SVG picture', hint: PICTURE }],
  [/^<\?xml\b/i, { name: 'an XML file', hint: EXPORT_AGAIN }],
]

const TEXT: [pattern: RegExp, kind: Kind][] = [
  [/^\s*[[{]/, { name: 'a JSON file', hint: EXPORT_AGAIN }],
  [/^\$G[PN][A-Z]{3},/m, { name: 'an NMEA log', hint: EXPORT_AGAIN }],
  [
    /^OziExplorer|^H {2}SOFTWARE NAME|^G {2}WGS 84/,
    { name: 'an OziExplorer or CompeGPS track', hint: EXPORT_AGAIN },
  ],
]

const START_BYTES = 1024

/** Records of a flight one after the other without a line end between them: two fixes are no accident. */
const STRIPPED = /B\d{13}[NS]\d{8}[EW][AV][^\r\n]{10,200}B\d{13}[NS]\d{8}[EW][AV]/
const STRIPPED_BYTES = 8192

/** `curl -d @FILE` sends a file like that. */
export function lacksLineEnds(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, STRIPPED_BYTES)
  return !start.includes(0x0a) && !start.includes(0x0d) && STRIPPED.test(latin1(start))
}

/** Recognised by its first bytes alone: a ZIP may hold a stored IGC file whose lines must not be read. */
export function findBinaryKind(bytes: Uint8Array): Kind | undefined {
  return MAGIC.find(([offset, magic]) => startsWith(bytes, offset, magic))?.[2]
}

/** For a file without a single fix. */
export function describeForeign(bytes: Uint8Array): Kind {
  const start = latin1(bytes.subarray(0, START_BYTES))
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  const markup = start.startsWith('<') ? MARKUP.find(([pattern]) => pattern.test(start)) : undefined
  const known = markup ?? TEXT.find(([pattern]) => pattern.test(start))
  if (known) return known[1]
  // oxlint-disable-next-line no-control-regex
  const isText = !/[\x00-\x08\x0e-\x19\x1b-\x1f]/.test(start)
  return isText ? { name: 'a text file', hint: EXPORT_AGAIN } : { name: 'a binary file', hint: EXPORT_AGAIN }
}

function startsWith(bytes: Uint8Array, offset: number, magic: string): boolean {
  for (let i = 0; i < magic.length; i++) if (bytes[offset + i] !== magic.charCodeAt(i)) return false
  return true
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
