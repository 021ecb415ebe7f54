// The picture of a shared flight for link previews, as SVG: its line over the ground, the scored shape, and the figures.
import type { Certificate, ScoredPoint } from '#contract/certificate.ts'
import { HEIGHT, openDrawing, shorten, WIDTH, write } from '#server/platform/pictures/lettering.ts'
import type { TrackColumns } from '../../record/findings.ts'
import { drawBarogram } from './barogram.ts'
import { type Frame, project } from './frame.ts'

/** Of a line of the title, which is larger. */
const TITLE_LETTERS = 20
const TITLE_LINES = 2

export interface PictureWords {
  title: string
  /** Below the title: day and place. */
  when: string
  pilotName: string
  /** The largest first. */
  figures: readonly string[]
  /** Below the figures. */
  note: string | undefined
}

export interface PictureParts {
  words: PictureWords
  frame: Frame
  track: TrackColumns
  certificate: Certificate
  /** Images of the ground. */
  ground: readonly string[]
  /** Metres below each fix, where they are known. */
  heights: ArrayLike<number> | undefined
}

export function drawFlight(parts: PictureParts): string {
  const { words, frame, track, certificate, ground, heights } = parts
  const place = (latitude: number, longitude: number) => project(frame, latitude, longitude)
  const points = track.latitude.map((latitude, row) => place(latitude, track.longitude[row]!))
  const course = listCourse(certificate).map(({ latitude, longitude }) => place(latitude, longitude))
  const [first, last] = [points[0]!.split(','), points.at(-1)!.split(',')]
  return [
    ...openDrawing(),
    '<defs><linearGradient id="haze"><stop offset="0.25" stop-color="#0a3f80" stop-opacity="0.9"/>',
    '<stop offset="0.55" stop-color="#0a3f80" stop-opacity="0"/></linearGradient></defs>',
    `<g opacity="0.6">${ground.join('')}</g>`,
    // Words are easier to read on an even ground.
    ...(ground.length > 0 ? [`<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#haze)"/>`] : []),
    `<polyline points="${course.join(' ')}" fill="none" stroke="#f2a01b" stroke-width="4" stroke-dasharray="14 10"/>`,
    `<polyline points="${points.join(' ')}" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/>`,
    `<circle cx="${first[0]}" cy="${first[1]}" r="11" fill="#0d6a45" stroke="#fff" stroke-width="4"/>`,
    `<circle cx="${last[0]}" cy="${last[1]}" r="11" fill="#9a3412" stroke="#fff" stroke-width="4"/>`,
    ...drawBarogram(track, heights),
    ...writeWords(words),
    '</svg>',
  ].join('')
}

/** The scored shape: a triangle closed, anything else from its start to its finish. */
export function listCourse({ type, start, turnpoints, finish }: Certificate): ScoredPoint[] {
  const [first] = turnpoints
  if (type.includes('Triangle') && first) return [...turnpoints, first]
  return [start, ...turnpoints, finish].filter((point) => point !== null)
}

function writeWords({ title, when, pilotName, figures, note }: PictureWords): string[] {
  const [largest = '', ...others] = figures
  const lines = wrap(title)
  return [
    ...lines.map((line, row) => write(60, 100 + row * 52, 44, 700, line)),
    write(60, 98 + lines.length * 52, 26, 400, when),
    write(60, 320, 72, 700, largest),
    ...others.map((text, row) => write(60, 375 + row * 44, 32, 400, text)),
    ...(note === undefined ? [] : [write(60, 520, 22, 400, note)]),
    write(60, 575, 28, 700, `${shorten(pilotName)} · Cloudstreet`),
  ]
}

/** By words; a line that is too long for the room, or one too many, ends in an ellipsis. */
function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    const isFull = lines.length === TITLE_LINES
    if (lines.length > 0 && (isFull || longer.length <= TITLE_LETTERS)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => shorten(line, TITLE_LETTERS))
}
