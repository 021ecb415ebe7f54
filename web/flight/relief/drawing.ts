// Draws one picture: the land, the curtain below the track, the track itself, and the line below the marker.
import { type ColourBy, colourRamp, findBucket } from '../map/colours.ts'
import type { FlightColumns } from '../map/flight-columns.ts'
import { type Camera, eyeOf, type Matrix } from './camera.ts'
import { makeArrays, makeBuffer, makeProgram, makeTexture } from './gl.ts'
import { type Ground, makeMesh } from './ground-mesh.ts'
import type { Look } from './look.ts'
import type { Stretch } from '../stretch.ts'
import * as shaders from './shaders.ts'

/** More fixes than this are thinned: no eye sees the difference, and an old phone does. */
const MAX_POINTS = 9000
/** A recorder's altitude may be some metres below the ground of the files; the line stays above it. */
const MIN_ABOVE_GROUND = 15
/** Of the rest of a track, while a part of it is marked; of 255. */
const DIMMED = 64
/** Of the shorter side of the ground, at each edge. */
const FADED = 0.16
const STRIDE = 12

export type Spot = [number, number, number]

export interface Drawing {
  colourBy: (by: ColourBy) => void
  /** Dims the rest of the track, and draws a line between the ends of a leg. */
  mark(stretches: readonly Stretch[], line: readonly [Spot, Spot] | undefined): void
  /** The place of a fix. */
  spotOf: (index: number) => Spot
  draw(camera: Camera, matrix: Matrix, marked: number | undefined): void
}

export function createDrawing(
  gl: WebGL2RenderingContext,
  ground: Ground,
  columns: FlightColumns,
  look: Look,
  picture: HTMLCanvasElement,
): Drawing {
  const sizeKm = Math.hypot(ground.widthKm, ground.depthKm)
  const land = createLand(gl, ground, look, picture)
  const track = createTrack(gl, ground, columns)
  const line = makeProgram(gl, shaders.lineVertex, shaders.lineFragment)
  const area = makeProgram(gl, shaders.areaVertex, shaders.areaFragment)
  const plumb = createPlumb(gl)
  let leg: readonly [Spot, Spot] | undefined
  const strokes = (count: number) => gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, count)
  gl.enable(gl.DEPTH_TEST)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  return {
    colourBy: track.colourBy,
    spotOf: track.spotOf,
    mark(stretches, line) {
      track.mark(stretches)
      leg = line
    },
    draw(camera, matrix, marked) {
      const { width, height } = gl.canvas
      const density = width / ((gl.canvas as HTMLCanvasElement).clientWidth || width)
      gl.viewport(0, 0, width, height)
      gl.clearColor(0, 0, 0, 0)
      gl.depthMask(true)
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
      gl.disable(gl.BLEND)
      land.draw(camera, matrix, sizeKm)
      area.use()
      area.set('matrix', matrix)
      gl.enable(gl.BLEND)
      gl.depthMask(false)
      area.set('opacity', [look.curtain])
      gl.bindVertexArray(track.curtain)
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, track.count * 2)
      line.use()
      line.set('matrix', matrix)
      line.set('screen', [width, height])
      const stroke = (wide: number, plain: readonly number[], opacity: number) => {
        line.set('width', [wide * density])
        line.set('plain', plain)
        line.set('opacity', [opacity])
      }
      if (marked !== undefined) {
        plumb.place(track.spotOf(marked), track.groundOf(marked))
        stroke(2, [...look.halo, 1], 0.9)
        strokes(1)
      }
      if (leg) {
        plumb.place(...leg)
        stroke(5, [...look.leg, 1], 0.9)
        strokes(1)
      }
      gl.bindVertexArray(track.line)
      // Behind a mountain the track is faint.
      gl.depthFunc(gl.GREATER)
      stroke(2.5, [0, 0, 0, 0], 0.28)
      strokes(track.count - 1)
      gl.depthFunc(gl.LEQUAL)
      stroke(6, [...look.halo, 1], 0.85)
      strokes(track.count - 1)
      stroke(3.4, [0, 0, 0, 0], 1)
      strokes(track.count - 1)
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

function createTrack(gl: WebGL2RenderingContext, ground: Ground, columns: FlightColumns) {
  const { x, y, altitude } = columns
  const step = Math.max(1, Math.ceil(x.length / MAX_POINTS))
  const kept = Array.from({ length: Math.ceil(x.length / step) }, (_, at) => at * step)
  if (kept.at(-1) !== x.length - 1) kept.push(x.length - 1)
  const groundOf = (index: number): Spot =>
    ground.toWorld(x[index]!, y[index]!, ground.heightAt(x[index]!, y[index]!))
  const spotOf = (index: number): Spot => {
    const lowest = ground.heightAt(x[index]!, y[index]!) + MIN_ABOVE_GROUND
    return ground.toWorld(x[index]!, y[index]!, Math.max(altitude[index]!, lowest))
  }
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
    groundOf,
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

/** The line from the marker straight down. */
function createPlumb(gl: WebGL2RenderingContext) {
  const buffer = makeBuffer(gl, new Float32Array(6))
  const tints = makeBuffer(gl, new Uint8Array(8).fill(255))
  const each = { size: 3, stride: 24, buffer, isPerInstance: true }
  const arrays = makeArrays(gl, [
    { ...each, place: 0, offset: 0 },
    { ...each, place: 1, offset: STRIDE },
    { place: 2, size: 4, stride: 4, offset: 0, buffer: tints, isBytes: true, isPerInstance: true },
  ])
  return {
    place(from: Spot, to: Spot) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, Float32Array.from([...from, ...to]))
      gl.bindVertexArray(arrays)
    },
  }
}
