// Flights in three dimensions: their tracks over the ground that they crossed, at the moment that map and barogram show.
import './relief.css'
import type { Certificate } from '#contract/certificate.ts'
import type { MapView } from '#dashboard/map.ts'
import { get } from '../../parts/api.ts'
import type { Cursor } from '../cursor.ts'
import type { ColourBy } from '../map/colours.ts'
import { findFix, type FlightColumns } from '../map/flight-columns.ts'
import { BUILT_IN_CREDIT } from '#dashboard/map-credit.ts'
import { findCredit } from '../map/ground.ts'
import {
  type Camera,
  type CameraMode,
  chase,
  eyeOf,
  fitDistance,
  listenToKeys,
  listenToPointers,
  makeMatrix,
  MIN_TILT,
  moveCamera,
  project,
  startMode,
} from './camera.ts'
import { addControls } from './controls.ts'
import { createDrawing, type Drawing, type Flown, type Located, type Spot } from './drawing.ts'
import { type Ground, loadGround } from './ground-mesh.ts'
import { paintPicture, readLook } from './look.ts'
import { listMarked, type Selection } from '../stretch.ts'
import { saveLoop } from './record.ts'
import { addSigns, type Signs } from './signs.ts'

/** Where each flight is now. */
export interface Seeing {
  now: () => readonly (Located | undefined)[]
  /** Goes to the first moment. */
  begin: () => void
  /** Returns a function that stops listening. */
  listen: (listener: () => void) => () => void
}

export interface Shown {
  flights: readonly Flown[]
  seeing: Seeing
  certificate: Certificate | undefined
  cursor: Cursor
  selection: Selection
  by: ColourBy
  isFollowing: boolean
}

export interface Relief {
  colourBy: (by: ColourBy) => void
  fit: () => void
  follow: (isOn: boolean) => void
  remove: () => void
}

const OPENING_MS = 1600
/** In pixels: a pointer farther from the track than this selects nothing. */
const MAX_POINTER_DISTANCE = 32
const FOLLOWED_KM = 9

/** Undefined where it cannot be drawn; `onLost` is called when the graphics card is taken away later. */
export async function showRelief(
  element: HTMLElement,
  shown: Shown,
  onLost: () => void,
): Promise<Relief | undefined> {
  const { flights, seeing, cursor } = shown
  const tracks = flights.map(({ columns }) => columns)
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2', { antialias: true, alpha: true })
  const ground = gl && (await loadGround(tracks))
  if (!gl || !ground) return undefined
  const map = await loadMap(ground)
  const overlay = document.createElement('div')
  overlay.className = 'signs'
  element.replaceChildren(canvas, overlay, addCredit())
  const camera = frameFlight(ground, canvas)
  const view = createView(gl, canvas, overlay, ground, map, camera, shown)
  const opening = open(camera, view.request)
  const farthestKm = camera.distance * 2.2
  const moves = moveCamera(camera, { farthestKm, onMove: view.request })
  listenToPointers(element, moves, opening.stop)
  listenToKeys(element, moves, opening.stop)
  const [alone] = tracks.length === 1 ? tracks : []
  if (alone) pointAtTrack(element, alone, cursor, view.placeOf)
  let { isFollowing } = shown
  let mode: CameraMode = 'free'
  const move = () => {
    const seen = seeing.now()
    const followed = seen.findIndex(Boolean)
    if ((isFollowing || mode !== 'free') && followed >= 0) {
      opening.stop()
      const { fix } = seen[followed]!
      const [x, y, z] = view.spotAt(seen[followed]!)
      Object.assign(camera.target, { x, y, z })
      if (mode === 'chase') chase(camera, view.spotOf(followed, findEarlier(tracks[followed]!, fix)), [x, y])
      camera.distance = Math.min(camera.distance, Math.max(FOLLOWED_KM, farthestKm / 8))
    }
    view.request()
  }
  const controls = addControls({
    moves,
    onStart: opening.stop,
    factor: ground.factor,
    stretch(factor) {
      camera.target.z *= factor / ground.factor
      ground.factor = factor
      view.renew()
    },
    look(next) {
      mode = next
      startMode(camera, mode)
      if (mode !== 'free' && !seeing.now().some(Boolean)) seeing.begin()
      else move()
    },
    save: () => {
      const { bearing: start } = camera
      const turnTo = (share: number) => {
        camera.bearing = start + share * 2 * Math.PI
        view.request()
      }
      return saveLoop({ canvas, credit: readCredit(), watch: view.watch, turnTo })
    },
  })
  element.append(...controls)
  const stops = [seeing.listen(move), cursor.leg.listen(view.mark), shown.selection.listen(view.mark)]
  const resize = new ResizeObserver(view.resize)
  resize.observe(canvas)
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', view.renew)
  canvas.addEventListener('webglcontextlost', onLost)
  element.dataset.drawn = 'true'
  return {
    colourBy: view.colourBy,
    fit() {
      opening.stop()
      Object.assign(camera, frameFlight(ground, canvas))
      view.request()
    },
    follow(isOn) {
      isFollowing = isOn
      move()
    },
    remove() {
      canvas.removeEventListener('webglcontextlost', onLost)
      scheme.removeEventListener('change', view.renew)
      resize.disconnect()
      for (const stop of stops) stop()
      opening.stop()
      view.stop()
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}

const CHASED_SECONDS = 40

/** Where the flight was some time before. */
function findEarlier({ seconds }: FlightColumns, index: number): number {
  return findFix(seconds, seconds[index]! - CHASED_SECONDS)
}

/** Draws when something has changed, and at most once a frame. */
function createView(
  gl: WebGL2RenderingContext,
  canvas: HTMLCanvasElement,
  overlay: HTMLElement,
  ground: Ground,
  map: MapView | undefined,
  camera: Camera,
  { flights, seeing, certificate, cursor, selection, by }: Shown,
) {
  const tracks = flights.map(({ columns }) => columns)
  const [first] = tracks as [FlightColumns]
  let colouring = by
  let frame = 0
  let drawing = prepare()
  const spotOf = (index: number) => drawing.spotOf(0, index)
  let signs = putSigns()
  const watchers = new Set<() => void>()
  const markers = flights.map(({ colour }) => addMarker(overlay, colour))
  let matrix = makeMatrix(camera, aspectOf(canvas))
  const place = (spot: Spot) => project(matrix, spot, canvas.clientWidth, canvas.clientHeight)

  function putSigns(): Signs {
    for (const sign of overlay.querySelectorAll('.map-label:not(.compared)')) sign.remove()
    return addSigns(
      overlay,
      ground,
      tracks.length === 1 ? first : undefined,
      certificate,
      map?.towns ?? [],
      spotOf,
    )
  }
  function prepare(): Drawing {
    const made = createDrawing(gl, ground, flights, readLook(), paintPicture(ground, tracks, map))
    made.colourBy(colouring)
    return made
  }
  function draw(): void {
    frame = 0
    stayAbove(camera, ground)
    matrix = makeMatrix(camera, aspectOf(canvas))
    const located = seeing.now()
    drawing.draw(camera, matrix, located)
    for (const seen of watchers) seen()
    signs.place(eyeOf(camera), place)
    markers.forEach((show, flight) => {
      const at = located[flight]
      show(at && place(drawing.spotAt(at)), at?.text)
    })
  }
  function mark(): void {
    const { value: leg } = cursor.leg
    const [from, to] =
      leg?.ends.map(({ time }) => spotOf(findFix(first.seconds, Date.parse(time) / 1000))) ?? []
    drawing.mark(listMarked(first, selection, leg), from && to && [from, to])
    request()
  }
  const request = () => {
    frame ||= requestAnimationFrame(draw)
  }
  return {
    spotOf: (flight: number, fix: number) => drawing.spotOf(flight, fix),
    spotAt: (located: Located) => drawing.spotAt(located),
    placeOf: (index: number) => place(spotOf(index)),
    request,
    stop: () => cancelAnimationFrame(frame),
    colourBy: (next: ColourBy) => {
      colouring = next
      drawing.colourBy(next)
      request()
    },
    mark,
    renew: () => {
      drawing = prepare()
      signs = putSigns()
      mark()
    },
    watch: (listener: () => void) => {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    resize: () => {
      const density = Math.min(devicePixelRatio || 1, 2)
      canvas.width = Math.max(1, Math.round(canvas.clientWidth * density))
      canvas.height = Math.max(1, Math.round(canvas.clientHeight * density))
      request()
    },
  }
}

/** With what is to be read there, where it has a colour of its own among others. */
function addMarker(overlay: HTMLElement, colour: string | undefined) {
  const marker = document.createElement('span')
  marker.className = 'map-cursor'
  if (colour) marker.style.background = colour
  const label = document.createElement('div')
  label.className = 'map-label compared'
  const words = label.appendChild(document.createElement('span'))
  overlay.append(marker, ...(colour ? [label] : []))
  return (at: { x: number; y: number } | undefined, text = '') => {
    marker.hidden = !at
    label.hidden = !at
    if (!at) return
    marker.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)`
    label.style.transform = `translate(${at.x}px, ${at.y}px)`
    if (words.textContent !== text) words.textContent = text
  }
}

const aspectOf = ({ clientWidth, clientHeight }: HTMLElement) => (clientWidth || 1) / (clientHeight || 1)

/** Without it there is no water; the ground is there all the same. */
async function loadMap({ left, right, top, bottom }: Ground): Promise<MapView | undefined> {
  const toLatitude = (y: number) => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI
  const zoom = Math.max(7, Math.min(13, Math.round(Math.log2(6 / (right - left)))))
  const view = {
    west: left * 360 - 180,
    east: right * 360 - 180,
    south: toLatitude(bottom),
    north: toLatitude(top),
    zoom,
  }
  const query = Object.entries(view).map(([name, value]) => `${name}=${value}`)
  return get<MapView>(`/map?${query.join('&')}`).catch(() => undefined)
}

/** Of the ground: what is around it fades away. */
const FRAMED = 0.78

/** From the south, or with the longer side of the flight across a wide screen. */
function frameFlight(ground: Ground, canvas: HTMLElement): Camera {
  const aspect = aspectOf(canvas)
  const [wide, long] = [ground.widthKm * FRAMED, ground.depthKm * FRAMED]
  const isDeep = long > wide * 1.15 && aspect > 1
  const [across, deep] = isDeep ? [long, wide] : [wide, long]
  const distance = Math.max(fitDistance(across / 2, aspect) * 0.84, fitDistance(deep / 2, 1) * 0.7)
  return {
    target: { x: 0, y: 0, z: 0 },
    bearing: (isDeep ? Math.PI / 2 : 0) - 0.42,
    tilt: 1.06,
    distance,
  }
}

/** The camera comes down to the flight, once; not for those who want less motion. */
function open(camera: Camera, requestDraw: () => void): { stop: () => void } {
  const end = { bearing: camera.bearing, tilt: camera.tilt, distance: camera.distance }
  let frame = 0
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return { stop: () => undefined }
  const start = performance.now()
  const step = (now: number) => {
    const share = Math.min(1, (now - start) / OPENING_MS)
    const left = (1 - share) ** 3
    camera.bearing = end.bearing + 0.7 * left
    camera.tilt = Math.max(MIN_TILT, end.tilt - 0.8 * left)
    camera.distance = end.distance * (1 + 0.35 * left)
    requestDraw()
    frame = share < 1 ? requestAnimationFrame(step) : 0
  }
  frame = requestAnimationFrame(step)
  return {
    stop() {
      if (!frame) return
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}

const CLEARANCE_KM = 0.15

/** A mountain between camera and target lifts the camera. */
function stayAbove(camera: Camera, ground: Ground): void {
  for (let step = 0; step < 40; step++) {
    const { x, y, z } = eyeOf(camera)
    const isOver = Math.abs(x) < ground.widthKm / 2 && Math.abs(y) < ground.depthKm / 2
    if (!isOver || z > ground.surfaceAt(x, y) + CLEARANCE_KM) return
    camera.tilt = Math.max(MIN_TILT, camera.tilt - 0.03)
  }
}

/** The mouse points at a moment, and so does a tap. */
function pointAtTrack(
  element: HTMLElement,
  { x }: FlightColumns,
  cursor: Cursor,
  placeOf: (index: number) => { x: number; y: number } | undefined,
): void {
  const step = Math.max(1, Math.floor(x.length / 3000))
  const point = ({ clientX, clientY }: MouseEvent) => {
    const corner = element.getBoundingClientRect()
    let nearest: number | undefined
    let least = MAX_POINTER_DISTANCE
    for (let index = 0; index < x.length; index += step) {
      const at = placeOf(index)
      const away = at ? Math.hypot(at.x + corner.left - clientX, at.y + corner.top - clientY) : Infinity
      if (away < least) [nearest, least] = [index, away]
    }
    if (nearest !== undefined) cursor.set(nearest)
  }
  element.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse' && event.buttons === 0) point(event)
  })
  // A mouse clicks at the end of a drag, too.
  element.addEventListener('click', (event) => {
    if ((event as PointerEvent).pointerType !== 'mouse') point(event)
  })
}

function readCredit(): string {
  return [findCredit(), BUILT_IN_CREDIT].filter(Boolean).join(', ')
}

function addCredit(): HTMLElement {
  const credit = document.createElement('small')
  credit.className = 'relief-credit'
  credit.textContent = readCredit()
  return credit
}
