// Draws one picture: the land, the track with the curtain below it, or the tracks of several flights, and what hangs below
// their markers.
import { type ColourBy, colourRamp, findBucket } from '../map/colours.ts'
import { findFix, type FlightColumns } from '../map/flight-columns.ts'
import { toX, toY } from '../map/projection.ts'
import { type Camera, eyeOf, type Matrix } from './camera.ts'
import { makeArrays, makeBuffer, makeProgram, makeTexture } from './gl.ts'
import { type Ground, makeMesh } from './ground-mesh.ts'
import type { Look } from './look.ts'
import type { Stretch } from '../stretch.ts'
import * as shaders from './shaders.ts'

/** More fixes than this, of all flights, are thinned: no eye sees the difference, and an old phone does. */
const MAX_POINTS = 9000
/** A recorder's altitude may be some metres below the ground of the files; the line stays above it. */
const MIN_ABOVE_GROUND = 15
/** Of the rest of a track, while a part of it is marked; of 255. */
const DIMMED = 64
/** Of the shorter side of the ground, at each edge. */
const FADED = 0.16
const STRIDE = 12
/** What a flight among others has just flown stands out. */
const TAIL_SECONDS = 300
const MAX_TAIL = 100
const FAINT = 0.4
/** In place of one colour for a whole track. */
const BY_TINTS = [0, 0, 0, 0]

export type Spot = [number, number, number]

export interface Flown {
  columns: FlightColumns
  /** `rgb(1 2 3)`, of a flight among others; one alone is coloured by its climb. */
  colour?: string
}

/** Where a flight is, between two fixes, too. */
export interface Located {
  latitude: number
  longitude: number
  altitude: number
  /** The last fix before. */
  fix: number
  /** Beside its marker. */
  text?: string
}

export interface Drawing {
  colourBy: (by: ColourBy) => void
  /** Of a flight alone: dims the rest of the track, and draws a line between the ends of a leg. */
  mark(stretches: readonly Stretch[], line: readonly [Spot, Spot] | undefined): void
  spotOf: (flight: number, fix: number) => Spot
  spotAt: (located: Located) => Spot
  draw(camera: Camera, matrix: Matrix, seen: readonly (Located | undefined)[]): void
}

export function createDrawing(
  gl: WebGL2RenderingContext,
  ground: Ground,
  flights: readonly Flown[],
  look: Look,
  picture: HTMLCanvasElement,
): Drawing {
  const sizeKm = Math.hypot(ground.widthKm, ground.depthKm)
  const land = createLand(gl, ground, look, picture)
  const tracks = flights.map(({ columns }) => createTrack(gl, ground, columns, MAX_POINTS / flights.length))
  const plains = flights.map(({ colour }) =>
    colour ? [...readColour(colour).map((part) => part / 255), 1] : BY_TINTS,
  )
  const placeOf = ({ latitude, longitude }: Located) => [toX(longitude), toY(latitude)] as const
  const spotAt = (located: Located) => liftAbove(ground, ...placeOf(located), located.altitude)
  const belowAt = (located: Located) => {
    const [x, y] = placeOf(located)
    return ground.toWorld(x, y, ground.heightAt(x, y))
  }
  const line = makeProgram(gl, shaders.lineVertex, shaders.lineFragment)
  const area = makeProgram(gl, shaders.areaVertex, shaders.areaFragment)
  const strip = createStrip(gl)
  let leg: readonly [Spot, Spot] | undefined
  const strokes = (count: number) => gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, count)
  gl.enable(gl.DEPTH_TEST)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  return {
    colourBy: (by) => tracks.forEach((track) => track.colourBy(by)),
    spotOf: (flight, fix) => tracks[flight]!.spotOf(fix),
    spotAt,
    mark(stretches, line) {
      tracks[0]!.mark(stretches)
      leg = line
    },
    draw(camera, matrix, seen) {
      const { width, height } = gl.canvas
      const density = width / ((gl.canvas as HTMLCanvasElement).clientWidth || width)
      gl.viewport(0, 0, width, height)
      gl.clearColor(0, 0, 0, 0)
      gl.depthMask(true)
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
      gl.disable(gl.BLEND)
      land.draw(camera, matrix, sizeKm)
      gl.enable(gl.BLEND)
      gl.depthMask(false)
      const isAlone = tracks.length === 1
      if (isAlone) {
        area.use()
        area.set('matrix', matrix)
        area.set('opacity', [look.curtain])
        gl.bindVertexArray(tracks[0]!.curtain)
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, tracks[0]!.count * 2)
      }
      line.use()
      line.set('matrix', matrix)
      line.set('screen', [width, height])
      const stroke = (wide: number, plain: readonly number[], opacity: number, count: number) => {
        line.set('width', [wide * density])
        line.set('plain', plain)
        line.set('opacity', [opacity])
        strokes(count)
      }
      for (const located of seen)
        if (located) stroke(2, [...look.halo, 1], 0.9, strip([spotAt(located), belowAt(located)]))
      if (leg) stroke(5, [...look.leg, 1], 0.9, strip(leg))
      const isMoving = !isAlone && seen.some(Boolean)
      tracks.forEach((track, flight) => {
        const sides = track.count - 1
        gl.bindVertexArray(track.line)
        // Behind a mountain the track is faint.
        gl.depthFunc(gl.GREATER)
        stroke(2.5, plains[flight]!, 0.28, sides)
        gl.depthFunc(gl.LEQUAL)
        if (!isMoving) stroke(6, [...look.halo, 1], 0.85, sides)
        stroke(3.4, plains[flight]!, isMoving ? FAINT : 1, sides)
      })
      if (!isMoving) return
      seen.forEach((located, flight) => {
        if (!located) return
        const count = strip([...tracks[flight]!.tailOf(located.fix), spotAt(located)])
        stroke(8, [...look.halo, 1], 0.85, count)
        stroke(5, plains[flight]!, 1, count)
      })
    },
  }
}

function createLand(gl: WebGL2RenderingContext, ground: Ground, look: Look, picture: HTMLCanvasElement) {
  const surface = makeProgram(gl, shaders.groundVertex, shaders.groundFragment)
  const { vertices, triangles } = makeMesh(ground)
  const points = makeBuffer(gl, vertices)
  const place = { size: 3, stride: 24, buffer: points }
  const mesh = makeArrays(gl, [
    { ...place, place: 0, offset: 0 },
    { ...place, place: 1, offset: STRIDE },
  ])
  const corners = makeBuffer(gl, triangles, gl.ELEMENT_ARRAY_BUFFER)
  makeTexture(gl, picture)
  const draw = (camera: Camera, matrix: Matrix, sizeKm: number) => {
    const eye = eyeOf(camera)
    surface.use()
    surface.set('matrix', matrix)
    surface.set('frame', [-ground.widthKm / 2, -ground.depthKm / 2, ground.widthKm, ground.depthKm])
    surface.set('tones', look.tones.flat(), 3)
    surface.set('toneHeights', look.toneHeights, 1)
    surface.set('contour', look.contour)
    surface.set('haze', look.haze)
    surface.set('eye', [eye.x, eye.y, eye.z])
    surface.set('hazeFromTo', [camera.distance * 1.1, camera.distance * 1.4 + sizeKm])
    surface.set('fadeKm', [Math.min(ground.widthKm, ground.depthKm) * FADED])
    surface.set('lowest', [ground.lowest])
    surface.set('metresPerKm', [1000 / ground.factor])
    surface.set('interval', [sizeKm > 50 ? 200 : 100])
    surface.set('ambient', [look.ambient])
    gl.bindVertexArray(mesh)
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, corners)
    gl.drawElements(gl.TRIANGLES, triangles.length, gl.UNSIGNED_INT, 0)
  }
  return { draw }
}

function liftAbove(ground: Ground, x: number, y: number, metres: number): Spot {
  return ground.toWorld(x, y, Math.max(metres, ground.heightAt(x, y) + MIN_ABOVE_GROUND))
}

function createTrack(gl: WebGL2RenderingContext, ground: Ground, columns: FlightColumns, maxPoints: number) {
  const { seconds, x, y, altitude } = columns
  const step = Math.max(1, Math.ceil(x.length / maxPoints))
  const kept = Array.from({ length: Math.ceil(x.length / step) }, (_, at) => at * step)
  if (kept.at(-1) !== x.length - 1) kept.push(x.length - 1)
  const groundOf = (index: number): Spot =>
    ground.toWorld(x[index]!, y[index]!, ground.heightAt(x[index]!, y[index]!))
  const spotOf = (index: number) => liftAbove(ground, x[index]!, y[index]!, altitude[index]!)
  const points = makeBuffer(gl, Float32Array.from(kept.flatMap(spotOf)))
  const hanging = makeBuffer(
    gl,
    Float32Array.from(kept.flatMap((index) => [...spotOf(index), ...groundOf(index)])),
  )
  const tints = gl.createBuffer()
  const curtainTints = gl.createBuffer()
  let colouring: ColourBy = 'climb'
  let marked: readonly Stretch[] = []
  const isDimmed = (index: number) =>
    marked.length > 0 && !marked.some(({ from, to }) => index >= from && index <= to)
  const paint = () => {
    const ramp = colourRamp(colouring).map(readColour)
    const bucketOf = findBucket(colouring, columns)
    const colours = kept.map((index) => [...ramp[bucketOf(index)]!, isDimmed(index) ? DIMMED : 255])
    gl.bindBuffer(gl.ARRAY_BUFFER, tints)
    gl.bufferData(gl.ARRAY_BUFFER, Uint8Array.from(colours.flat()), gl.STATIC_DRAW)
    const both = colours.flatMap((colour) => [...colour, ...colour.slice(0, 3), colour[3]! * 0.16])
    gl.bindBuffer(gl.ARRAY_BUFFER, curtainTints)
    gl.bufferData(gl.ARRAY_BUFFER, Uint8Array.from(both), gl.STATIC_DRAW)
  }
  const each = { size: 3, stride: STRIDE, buffer: points, isPerInstance: true }
  const tint = { size: 4, stride: 4, isBytes: true }
  return {
    count: kept.length,
    colourBy: (by: ColourBy) => {
      colouring = by
      paint()
    },
    mark(stretches: readonly Stretch[]) {
      marked = stretches
      paint()
    },
    spotOf,
    tailOf(fix: number): Spot[] {
      const from = findFix(seconds, seconds[fix]! - TAIL_SECONDS)
      const apart = Math.max(1, Math.ceil((fix - from + 1) / MAX_TAIL))
      return Array.from({ length: Math.floor((fix - from) / apart) + 1 }, (_, at) =>
        spotOf(from + at * apart),
      )
    },
    line: makeArrays(gl, [
      { ...each, place: 0, offset: 0 },
      { ...each, place: 1, offset: STRIDE },
      { ...tint, place: 2, offset: 4, buffer: tints, isPerInstance: true },
    ]),
    curtain: makeArrays(gl, [
      { place: 0, size: 3, offset: 0, stride: STRIDE, buffer: hanging },
      { ...tint, place: 1, offset: 0, buffer: curtainTints },
    ]),
  }
}

/** `rgb(1 2 3)`. */
function readColour(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

/** A few points that are others with every picture; tells of how many sides their line is. */
function createStrip(gl: WebGL2RenderingContext): (spots: readonly Spot[]) => number {
  const most = MAX_TAIL + 1
  const buffer = makeBuffer(gl, new Float32Array(most * 3))
  const tints = makeBuffer(gl, new Uint8Array(most * 4).fill(255))
  const each = { size: 3, stride: STRIDE, buffer, isPerInstance: true }
  const arrays = makeArrays(gl, [
    { ...each, place: 0, offset: 0 },
    { ...each, place: 1, offset: STRIDE },
    { place: 2, size: 4, stride: 4, offset: 0, buffer: tints, isBytes: true, isPerInstance: true },
  ])
  return (spots) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, Float32Array.from(spots.flat()))
    gl.bindVertexArray(arrays)
    return spots.length - 1
  }
}
