// A camera that circles around a place, moved by mouse, fingers and keys.

export interface Place {
  x: number
  y: number
  z: number
}

export interface Camera {
  /** The place in the middle of the view, in kilometres. */
  target: Place
  /** Radians clockwise from north: where the camera looks to. */
  bearing: number
  /** Radians from the vertical. */
  tilt: number
  distance: number
}

const FIELD_OF_VIEW = (38 * Math.PI) / 180
export const MIN_TILT = 0.02
export const MAX_TILT = 1.5
const NEAREST_KM = 0.4

/** Column by column, as WebGL takes it. */
export type Matrix = Float32Array

export function eyeOf({ target, bearing, tilt, distance }: Camera): Place {
  const away = Math.sin(tilt) * distance
  return {
    x: target.x - Math.sin(bearing) * away,
    y: target.y - Math.cos(bearing) * away,
    z: target.z + Math.cos(tilt) * distance,
  }
}

/** From kilometres to the screen's -1 to 1, with perspective. */
export function makeMatrix(camera: Camera, aspect: number): Matrix {
  const eye = eyeOf(camera)
  const [sinB, cosB] = [Math.sin(camera.bearing), Math.cos(camera.bearing)]
  const [sinT, cosT] = [Math.sin(camera.tilt), Math.cos(camera.tilt)]
  const right = [cosB, -sinB, 0]
  const up = [sinB * cosT, cosB * cosT, sinT]
  const back = [-sinB * sinT, -cosB * sinT, cosT]
  const scale = 1 / Math.tan(FIELD_OF_VIEW / 2)
  const [near, far] = [camera.distance / 60, camera.distance * 20]
  const depth = [(near + far) / (near - far), (2 * near * far) / (near - far)] as const
  const dot = (axis: number[]) => -(axis[0]! * eye.x + axis[1]! * eye.y + axis[2]! * eye.z)
  const [toRight, toUp, toBack] = [dot(right), dot(up), dot(back)]
  const matrix = new Float32Array(16)
  for (let axis = 0; axis < 3; axis++) {
    matrix.set(
      [(right[axis]! * scale) / aspect, up[axis]! * scale, back[axis]! * depth[0], -back[axis]!],
      axis * 4,
    )
  }
  matrix.set([(toRight * scale) / aspect, toUp * scale, toBack * depth[0] + depth[1], -toBack], 12)
  return matrix
}

/** Pixels of the screen; undefined behind the camera. */
export function project(
  matrix: Matrix,
  [x, y, z]: readonly [number, number, number],
  width: number,
  height: number,
): { x: number; y: number } | undefined {
  const row = (at: number) => matrix[at]! * x + matrix[at + 4]! * y + matrix[at + 8]! * z + matrix[at + 12]!
  const w = row(3)
  if (w <= 0) return undefined
  return { x: ((row(0) / w + 1) / 2) * width, y: ((1 - row(1) / w) / 2) * height }
}

/** As far away as a sphere of this radius needs. */
export function fitDistance(radiusKm: number, aspect: number): number {
  const angle = Math.atan(Math.tan(FIELD_OF_VIEW / 2) * Math.min(1, aspect))
  return radiusKm / Math.sin(angle)
}

interface Limits {
  farthestKm: number
  /** After each change. */
  onMove: () => void
}

export const cameraModes = ['free', 'chase', 'above'] as const
export type CameraMode = (typeof cameraModes)[number]

const CHASE = { tilt: 1.22, km: 6 }
/** Of the way to where the flight is heading, with each frame: a circling pilot makes nobody dizzy. */
const CHASE_SHARE = 0.04

/** When it is chosen; the reader may turn and zoom from there. */
export function startMode(camera: Camera, mode: CameraMode): void {
  if (mode === 'chase') {
    camera.tilt = CHASE.tilt
    camera.distance = Math.min(camera.distance, CHASE.km)
  }
  if (mode === 'above') Object.assign(camera, { tilt: MIN_TILT, bearing: 0 })
}

/** Behind the flight, from the place where it was to the one where it is. */
export function chase(
  camera: Camera,
  [fromX, fromY]: readonly number[],
  [toX, toY]: readonly number[],
): void {
  const [east, north] = [toX! - fromX!, toY! - fromY!]
  if (Math.hypot(east, north) < 0.03) return
  const away = Math.atan2(east, north) - camera.bearing
  camera.bearing += Math.atan2(Math.sin(away), Math.cos(away)) * CHASE_SHARE
}

/** Steps of a key or a button. */
export const TURN = Math.PI / 12
export const ZOOM = 1.25

export function moveCamera(camera: Camera, { farthestKm, onMove }: Limits) {
  const turn = (bearing: number, tilt: number) => {
    camera.bearing += bearing
    camera.tilt = Math.max(MIN_TILT, Math.min(MAX_TILT, camera.tilt + tilt))
    onMove()
  }
  const zoom = (times: number) => {
    camera.distance = Math.max(NEAREST_KM, Math.min(farthestKm, camera.distance * times))
    onMove()
  }
  /** By shares of the screen's height. */
  const pan = (right: number, ahead: number) => {
    const reach = 2 * Math.tan(FIELD_OF_VIEW / 2) * camera.distance
    const [sin, cos] = [Math.sin(camera.bearing), Math.cos(camera.bearing)]
    const limit = (value: number) => Math.max(-farthestKm / 3, Math.min(farthestKm / 3, value))
    camera.target.x = limit(camera.target.x + (right * cos + ahead * sin) * reach)
    camera.target.y = limit(camera.target.y + (ahead * cos - right * sin) * reach)
    onMove()
  }
  return { turn, zoom, pan }
}

export type Moves = ReturnType<typeof moveCamera>

/** One finger turns, two zoom, turn and tilt; the mouse turns, and with its right button or Shift moves. */
export function listenToPointers(
  element: HTMLElement,
  { turn, zoom, pan }: Moves,
  onStart: () => void,
): void {
  const pointers = new Map<number, { x: number; y: number }>()
  element.addEventListener('pointerdown', (event) => {
    onStart()
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    element.setPointerCapture(event.pointerId)
  })
  element.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const here = { x: event.clientX, y: event.clientY }
    const [byX, byY] = [here.x - before.x, here.y - before.y]
    pointers.set(event.pointerId, here)
    const size = element.clientHeight || 1
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place)
    if (other) {
      const length = ({ x, y }: { x: number; y: number }) => Math.hypot(x - other.x, y - other.y)
      const angle = ({ x, y }: { x: number; y: number }) => Math.atan2(y - other.y, x - other.x)
      zoom(length(before) / Math.max(1, length(here)))
      turn(angle(before) - angle(here), -byY / size)
    } else if (event.shiftKey || event.buttons === 2) pan(-byX / size, byY / size)
    else turn((-byX / size) * 2.5, (-byY / size) * 2)
  })
  for (const end of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(end, (event) => pointers.delete(event.pointerId))
  element.addEventListener('contextmenu', (event) => event.preventDefault())
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      onStart()
      zoom(2 ** (event.deltaY / (event.deltaMode === 1 ? 12 : 400)))
    },
    { passive: false },
  )
}

/** Arrows turn and tilt, with Shift they move; plus and minus zoom. */
export function listenToKeys(element: HTMLElement, { turn, zoom, pan }: Moves, onStart: () => void): void {
  const keys: Record<string, (isShift: boolean) => void> = {
    ArrowLeft: (isShift) => (isShift ? pan(-0.08, 0) : turn(-TURN / 2, 0)),
    ArrowRight: (isShift) => (isShift ? pan(0.08, 0) : turn(TURN / 2, 0)),
    ArrowUp: (isShift) => (isShift ? pan(0, 0.08) : turn(0, TURN / 3)),
    ArrowDown: (isShift) => (isShift ? pan(0, -0.08) : turn(0, -TURN / 3)),
    '+': () => zoom(1 / ZOOM),
    '=': () => zoom(1 / ZOOM),
    '-': () => zoom(ZOOM),
  }
  element.addEventListener('keydown', (event) => {
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!move) return
    event.preventDefault()
    onStart()
    move(event.shiftKey)
  })
}
