// The drawings of the start page: the sample flight over the built-in map, as it is flown in a few seconds, and its end with
// a privacy zone. They follow the reader's colour scheme, and rest for those who want no motion.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Altitudes } from '#igc/flight/altitude.ts'
import { readIgc } from '#igc/read.ts'
import type { Track } from '#igc/track.ts'
import { XCONTEST } from '#scoring/leagues/leagues.ts'
import { scoreFile } from '#scoring/score-file.ts'
import clipView from '#server/map/atlas.ts'
import { layOutBarogram } from '#server/flights/sharing/picture/barogram.ts'
import { fit, listPoints, type Projection, write } from '#server/flights/sharing/profile/projection.ts'
import { makePicturedFile } from '../web/try/pictured-flight.ts'

const folder = join(import.meta.dirname, '../assets/pictures')

type Points = [x: number, y: number][]

const MAP = { width: 640, height: 400, margin: 44 }
const BAROGRAM = { left: 0, top: 418, width: 640, height: 74 }
const FLOWN_SECONDS = 5
const FIXES = 221
/** In which map and barogram keep step: on the map a thermal takes time and no way. */
const STEPS = 20

const STYLE = [
  'text{font:13px system-ui,sans-serif;fill:#3d4c5c;text-anchor:middle;paint-order:stroke;stroke:#f4f0e6;stroke-width:3px}',
  'path{fill:none;stroke-linejoin:round;stroke-linecap:round}',
  '.land{fill:#f4f0e6}.card{fill:#fff}.water{fill:#b9d8ef;fill-rule:evenodd}.river{stroke:#8fbfe0}',
  '.course{stroke:#0e2238;stroke-width:1.8;stroke-dasharray:7 5}.track{stroke:#0f62bf;stroke-width:2.6}',
  '.air{fill:#0f62bf;fill-opacity:.16}.hidden{stroke:#7d8da0;stroke-width:2.4;stroke-dasharray:1 6}',
  '.zone{fill:#b42318;fill-opacity:.12;stroke:#b42318;stroke-width:2;stroke-dasharray:6 5}',
  '.mark{fill:#0e2238}.number{fill:#fff;stroke:none;font-weight:700}.pilot{fill:#f2a01b;stroke:#fff;stroke-width:2.5}',
  '@media(prefers-color-scheme:dark){text{fill:#b9c9d8;stroke:#16232b}.land{fill:#16232b}.card{fill:#111e2f}.water{fill:#0d2c47}',
  '.river{stroke:#1d4a70}.course{stroke:#e8f0f9}.track{stroke:#7fbaff}.air{fill:#7fbaff}.mark{fill:#e8f0f9}.number{fill:#0a1320}',
  '.zone{fill:#ff9f96;stroke:#ff9f96}.hidden{stroke:#8fa3ba}}',
].join('')

const round = (value: number) => Math.round(value * 10) / 10
const draw = (look: string, points: Points, more = '') =>
  `<path class="${look}" d="${write(points)}"${more}/>`

/** The built-in map below, as far as the drawing goes, with the towns that have room beside the marks. */
function drawGround({ place, bounds }: Projection, zoom: number, marks: Points): string {
  const { areas, rivers, towns } = clipView({ ...bounds, zoom })
  // The map has longitudes first.
  const at = (longitude: number, latitude: number) => place(latitude, longitude)
  const lines = (shapes: readonly number[][]) =>
    shapes
      .map((shape) => write(listPoints(shape, at)))
      .join('')
      .replaceAll(/\.\d/g, '')
  const taken = [...marks]
  const named = towns.flatMap(({ name, lat, lng }) => {
    const [x, y] = place(lat, lng)
    const isInside = x > 50 && x < MAP.width - 50 && y > 26 && y < MAP.height - 8
    if (!isInside || taken.some(([left, top]) => Math.abs(left - x) < 96 && Math.abs(top - y) < 26)) return []
    taken.push([x, y])
    return `<circle class="mark" cx="${round(x)}" cy="${round(y)}" r="2"/><text x="${round(x)}" y="${round(y - 6)}">${name}</text>`
  })
  return [
    `<rect class="land" width="${MAP.width}" height="${MAP.height}"/>`,
    `<path class="water" d="${lines(areas.flat())}"/><path class="river" d="${lines(rivers.flat())}"/>`,
    ...named,
  ].join('')
}

interface Sample {
  track: Track
  altitudes: Altitudes
  rows: number[]
  course: readonly { latitude: number; longitude: number }[]
}

async function flySample(): Promise<Sample> {
  const read = readIgc(new Uint8Array(await makePicturedFile().arrayBuffer()))
  const { track, altitudes, summary, score } = scoreFile(read, { rules: XCONTEST, deadlineMs: 60_000 })!
  const { from, to } = summary.range!
  const rows = Array.from({ length: FIXES }, (_, index) =>
    Math.round(from + ((to - from) * index) / (FIXES - 1)),
  )
  return { track, altitudes, rows, course: score.turnpoints }
}

const listPlaces = ({ track }: Sample, rows: readonly number[]) =>
  rows.flatMap((row) => [track.latitude[row]!, track.longitude[row]!])

/** How much of its way a line has done after each step of its time. */
function listFlown(path: Points): number[] {
  const lengths = [0]
  for (let at = 1; at < path.length; at++)
    lengths.push(
      lengths.at(-1)! + Math.hypot(path[at]![0] - path[at - 1]![0], path[at]![1] - path[at - 1]![1]),
    )
  return Array.from(
    { length: STEPS + 1 },
    (_, step) => lengths[Math.round(((path.length - 1) * step) / STEPS)]! / lengths.at(-1)!,
  )
}

/** Drawn within five seconds, then at rest: nothing has to be stopped (WCAG 2.2.2). */
function drawReplay(sample: Sample): string {
  const { track, altitudes, rows, course } = sample
  const line = listPlaces(sample, rows)
  const projection = fit([line], MAP)
  const path = listPoints(line, projection.place)
  const corners = course.map(({ latitude, longitude }) => projection.place(latitude, longitude))
  const { air } = layOutBarogram(
    { seconds: rows.map((row) => track.seconds[row]!), altitude: rows.map((row) => altitudes.metres[row]!) },
    undefined,
    BAROGRAM,
  )
  const bottom = BAROGRAM.top + BAROGRAM.height
  const fly = `${FLOWN_SECONDS}s linear both`
  const flown = listFlown(path)
  const steps = (write: (share: number) => string) =>
    flown.map((share, index) => `${(100 * index) / STEPS}%{${write(share)}}`).join('')
  const motion = [
    `.flown{stroke-dasharray:1;animation:draw ${fly}}@keyframes draw{${steps((share) => `stroke-dashoffset:${round(1000 - 1000 * share) / 1000}`)}}`,
    `.pilot{offset-path:path("${write(path)}");animation:fly ${fly}}@keyframes fly{${steps((share) => `offset-distance:${round(100 * share)}%`)}}`,
    `.now{animation:pass ${fly}}@keyframes pass{from{transform:translateX(-${BAROGRAM.width}px)}to{transform:none}}`,
    '@media(prefers-reduced-motion:reduce){.flown,.pilot,.now{animation:none}.pilot{offset-distance:100%}}',
  ].join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP.width} ${bottom}"><style>${STYLE}${motion}</style>`,
    drawGround(projection, 12, [...corners, ...path.filter((_point, index) => index % 6 === 0)]),
    `<rect class="card" y="${MAP.height}" width="${MAP.width}" height="${bottom - MAP.height}"/>`,
    draw('course', [...corners, corners[0]!]),
    draw('track flown', path, ' pathLength="1"'),
    ...corners.map(
      ([x, y], index) =>
        `<circle class="mark" cx="${round(x)}" cy="${round(y)}" r="10"/><text class="number" x="${round(x)}" y="${round(y + 4.5)}">${index + 1}</text>`,
    ),
    '<circle class="pilot" r="7"/>',
    `<clipPath id="c"><rect class="now" y="${BAROGRAM.top - 4}" width="${BAROGRAM.width}" height="${BAROGRAM.height + 4}"/></clipPath>`,
    `<g clip-path="url(#c)">${draw('air', [[0, bottom], ...air, [BAROGRAM.width, bottom]])}${draw('track', air)}</g>`,
    '</svg>',
  ].join('')
}

/** The last kilometres before the landing, of which others see what is outside the zone. */
function drawZone(sample: Sample): string {
  const { track, rows } = sample
  const last = rows.at(-1)!
  const count = Math.round((last - rows[0]!) * 0.2)
  const near = Array.from({ length: 90 }, (_, index) => last - count + Math.round((count * index) / 89))
  const line = listPlaces(sample, near)
  const projection = fit([line], { ...MAP, margin: 84 })
  const path = listPoints(line, projection.place)
  const [x, y] = projection.place(track.latitude[last]!, track.longitude[last]!)
  const radius = 76
  const isInside = ([left, top]: Points[number]) => Math.hypot(left - x, top - y) < radius
  const leaves = path.findIndex((_point, index) => path.slice(index).every(isInside))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP.width} ${MAP.height}"><style>${STYLE}</style>`,
    drawGround(projection, 11, [[x, y], ...path.filter((_point, index) => index % 6 === 0)]),
    `<circle class="zone" cx="${round(x)}" cy="${round(y)}" r="${radius}"/>`,
    draw('hidden', path.slice(leaves - 1)),
    draw('track', path.slice(0, leaves)),
    `<path class="mark" d="M${round(x) - 9} ${round(y) + 8}v-9l9-8 9 8v9z"/></svg>`,
  ].join('')
}

export async function drawLandingPictures(): Promise<void> {
  const sample = await flySample()
  writeFileSync(join(folder, 'replay.svg'), drawReplay(sample))
  writeFileSync(join(folder, 'zone.svg'), drawZone(sample))
}
