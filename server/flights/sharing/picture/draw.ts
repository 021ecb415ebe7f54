// The picture of a shared flight for link previews, as SVG: its line, the scored shape, and the figures.
import type { Certificate, ScoredPoint } from '#contract/certificate.ts'
import { escapeMarkup } from '#server/platform/http/html.ts'
import type { TrackColumns } from '../../scorer/analyse.ts'

export const WIDTH = 1200
export const HEIGHT = 630

/** Where the line is drawn. */
const AREA = { left: 520, top: 50, width: 630, height: 530 }
const MAX_LETTERS = 36

export interface PictureWords {
  place: string
  date: string
  pilotName: string
  /** The largest first. */
  figures: readonly string[]
  isCut: boolean
}

export function drawFlight(words: PictureWords, track: TrackColumns, certificate: Certificate): string {
  const project = fitTo(track)
  const line = track.latitude.map((latitude, row) => project(latitude, track.longitude[row]!)).join(' ')
  const course = listCourse(certificate).map(({ latitude, longitude }) => project(latitude, longitude))
  const first = project(track.latitude[0]!, track.longitude[0]!).split(',')
  const last = project(track.latitude.at(-1)!, track.longitude.at(-1)!).split(',')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Figtree">`,
    '<defs><linearGradient id="sky" x1="0" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="#0a3f80"/>',
    '<stop offset="1" stop-color="#2f80d8"/></linearGradient></defs>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>`,
    `<polyline points="${course.join(' ')}" fill="none" stroke="#f2a01b" stroke-width="4" stroke-dasharray="14 10"/>`,
    `<polyline points="${line}" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/>`,
    `<circle cx="${first[0]}" cy="${first[1]}" r="11" fill="#0d6a45" stroke="#fff" stroke-width="4"/>`,
    `<circle cx="${last[0]}" cy="${last[1]}" r="11" fill="#9a3412" stroke="#fff" stroke-width="4"/>`,
    ...writeWords(words),
    '</svg>',
  ].join('')
}

/** The scored shape: a triangle closed, anything else from its start to its finish. */
function listCourse({ type, start, turnpoints, finish }: Certificate): ScoredPoint[] {
  const [first] = turnpoints
  if (type.includes('Triangle') && first) return [...turnpoints, first]
  return [start, ...turnpoints, finish].filter((point) => point !== null)
}

function writeWords({ place, date, pilotName, figures, isCut }: PictureWords): string[] {
  const [largest = '', ...others] = figures
  return [
    write(60, 110, 44, 700, place),
    write(60, 160, 28, 400, date),
    write(60, 320, 72, 700, largest),
    ...others.map((text, row) => write(60, 375 + row * 44, 32, 400, text)),
    ...(isCut ? [write(60, 520, 22, 400, 'Part of the track is hidden.')] : []),
    write(60, 575, 28, 700, `${shorten(pilotName)} · Cloudstreet`),
  ]
}

function write(x: number, y: number, size: number, weight: number, text: string): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="#fff">${escapeMarkup(shorten(text))}</text>`
}

const letters = new Intl.Segmenter('en')

function shorten(text: string): string {
  const all = Array.from(letters.segment(text), ({ segment }) => segment)
  return all.length > MAX_LETTERS ? `${all.slice(0, MAX_LETTERS - 1).join('')}…` : text
}

/** Degrees -> "x,y" inside the area, in the proportions of the ground. */
function fitTo({ latitude, longitude }: TrackColumns): (latitude: number, longitude: number) => string {
  const middle = longitude[0]!
  const east = (degrees: number) => ((degrees - middle + 540) % 360) - 180
  const shrink = Math.cos((latitude[0]! * Math.PI) / 180)
  const xs = longitude.map((degrees) => east(degrees) * shrink)
  const [west, right] = bounds(xs)
  const [south, north] = bounds(latitude)
  const scale = Math.min(
    AREA.width / Math.max(right - west, 1e-4),
    AREA.height / Math.max(north - south, 1e-4),
  )
  const [x0, y0] = [
    AREA.left + (AREA.width - (right - west) * scale) / 2,
    AREA.top + (AREA.height - (north - south) * scale) / 2,
  ]
  return (lat, lng) => {
    const x = x0 + (east(lng) * shrink - west) * scale
    const y = y0 + (north - lat) * scale
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }
}

function bounds(values: readonly number[]): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  )
}
