// Map and barogram of a flight before the browser has drawn them: one small SVG, of which a page shows two views. In all
// languages the same.
import type { Certificate } from '#contract/certificate.ts'
import { createRecent } from '#server/platform/concurrency/recent.ts'
import type { StoredTrack, TrackColumns } from '../../record/findings.ts'
import type { FlightServices } from '../../record/services.ts'
import { fit, listPoints, write } from '../profile/projection.ts'
import { layOutBarogram } from './barogram.ts'
import { listCourse } from './draw.ts'
import { readHeights } from './ground.ts'

/** In units of the drawing: the map is scaled to the page, the barogram stretched. */
const MAP = { width: 1000, height: 1000, margin: 110 }
/** Far from the map: a view shows what is around it, too. */
const BAROGRAM = { left: 0, top: 9000, width: 1000, height: 300 }

/** As the page colours them, in light and dark. */
const STYLE = [
  'path{fill:none;stroke-linejoin:round;vector-effect:non-scaling-stroke}',
  '.track{stroke:#2f80d8;stroke-width:3px}.course{stroke:#0e2238;stroke-width:2px}',
  '.air{fill:#0f62bf;fill-opacity:.2}.ground{fill:#b9a184}',
  '@media(prefers-color-scheme:dark){.track{stroke:#7fbaff}.course{stroke:#e8f0f9}.air{fill:#7fbaff}.ground{fill:#4b3c2b}}',
].join('')

/** Of a drawing that is seen for a second or two. */
const FIXES = 360
/** Some 12 kB each. */
const MAX_KEPT = 300

/** Drawings by what they show. */
export function createFirstPictures(services: FlightServices) {
  const recall = createRecent<string>(MAX_KEPT)
  return (
    owner: string,
    of: unknown,
    certificate: Certificate,
    openFile: () => Promise<StoredTrack>,
  ): Promise<string> => {
    const terrain = services.terrain.find()
    return recall(JSON.stringify([of, terrain?.version]), async () => {
      const track = await services.scorer.extractTrack(owner, await openFile(), FIXES)
      return drawFirst({ track, certificate, heights: await readHeights(terrain, owner, track) })
    })
  }
}

interface FirstParts {
  track: TrackColumns
  certificate: Certificate
  /** Metres below each fix, where they are known. */
  heights: ArrayLike<number> | undefined
}

function drawFirst({ track, certificate, heights }: FirstParts): string {
  const { width, height } = MAP
  const line = track.latitude.flatMap((latitude, row) => [latitude, track.longitude[row]!])
  const course = listCourse(certificate).flatMap(({ latitude, longitude }) => [latitude, longitude])
  const { place } = fit([line, course], MAP)
  const { air, ground } = layOutBarogram(track, heights, BAROGRAM)
  const { left, top } = BAROGRAM
  const box = `${left} ${top} ${BAROGRAM.width} ${BAROGRAM.height}`
  const fill = (kind: string, points: [number, number][]) =>
    `<path class="${kind}" d="${write([[left, top + BAROGRAM.height], ...points, [left + BAROGRAM.width, top + BAROGRAM.height]])}"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>${STYLE}</style>`,
    `<view id="map" viewBox="0 0 ${width} ${height}"/>`,
    `<view id="barogram" viewBox="${box}" preserveAspectRatio="none"/>`,
    ...(course.length > 0 ? [`<path class="course" d="${write(listPoints(course, place))}"/>`] : []),
    `<path class="track" d="${write(listPoints(line, place))}"/>`,
    fill('air', air),
    ...(ground.length > 0 ? [fill('ground', ground)] : []),
    `<path class="track" d="${write(air)}"/></svg>`,
  ].join('')
}
