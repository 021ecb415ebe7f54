// What pictures for link previews have in common: their size, their ground, and words of a length that fits.
import { escapeMarkup } from '../http/html.ts'

export const WIDTH = 1200
export const HEIGHT = 630
const MAX_LETTERS = 36

/** The beginning of a drawing: a sky. */
export const openDrawing = () => [
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Figtree">`,
  '<defs><linearGradient id="sky" x1="0" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="#0a3f80"/>',
  '<stop offset="1" stop-color="#2f80d8"/></linearGradient></defs>',
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>`,
]

export function write(
  x: number,
  y: number,
  size: number,
  weight: number,
  text: string,
  most = MAX_LETTERS,
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="#fff">${escapeMarkup(shorten(text, most))}</text>`
}

const letters = new Intl.Segmenter('en')

export function shorten(text: string, most = MAX_LETTERS): string {
  const all = Array.from(letters.segment(text), ({ segment }) => segment)
  return all.length > most ? `${all.slice(0, most - 1).join('')}…` : text
}
