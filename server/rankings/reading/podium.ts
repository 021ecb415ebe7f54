// The picture of a ranking for link previews, as SVG: its first three on a podium, with names as pilots chose them.
import { openDrawing, write } from '#server/platform/pictures/lettering.ts'

export interface PodiumWords {
  title: string
  /** Season and club. */
  about: string
  /** The best first. */
  rows: readonly { place: string; name: string; sum: string }[]
  note: string
}

const MAX_TITLE = 30
const MAX_ABOUT = 70
const MAX_NAME = 18
const FLOOR = 540
/** From the left edge, and how high, of the first, second and third. */
const steps = [
  [430, 250, '#b5700a'],
  [80, 180, '#ffffff'],
  [780, 140, '#ffffff'],
] as const
const WIDE = 340

export function drawPodium({ title, about, rows, note }: PodiumWords): string {
  return [
    ...openDrawing(),
    write(80, 95, 54, 700, title, MAX_TITLE),
    write(80, 142, 28, 400, about, MAX_ABOUT),
    ...rows.slice(0, steps.length).flatMap(({ place, name, sum }, at) => {
      const [left, height, colour] = steps[at]!
      const top = FLOOR - height
      return [
        `<rect x="${left}" y="${top}" width="${WIDE}" height="${height}" rx="18" fill="${colour}" opacity="${at === 0 ? 0.95 : 0.22}"/>`,
        write(left + 24, top - 20, 30, 700, name, MAX_NAME),
        write(left + 24, top + 68, 56, 700, place),
        write(left + 24, top + 108, 28, 700, sum),
      ]
    }),
    write(80, 596, 26, 700, note),
    '</svg>',
  ].join('')
}
