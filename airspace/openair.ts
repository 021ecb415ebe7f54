// Reads OpenAir files, as leniently as they are written: each line that makes no sense is told, and the others count.
import type { ActiveTime, Airspace, Corner, Limit, Place, Shape } from './airspace.ts'
import { readPlace } from './coordinates.ts'
import { metresBetween, travel } from './geodesy.ts'
import { readLimit } from './limits.ts'

/** About one line, in a sentence. */
export interface LineDiagnosis {
  /** From 1. */
  line: number
  message: string
}

export interface OpenAirFile {
  airspaces: Airspace[]
  /** The first ones. */
  diagnoses: LineDiagnosis[]
  /** How many there are in all. */
  problems: number
}

export const MAX_DIAGNOSES = 200
/** For one airspace; along borders and rivers it takes some thousands. */
export const MAX_CORNERS = 10_000
const MAX_TIMES = 100
const MAX_NAME = 200
const MAX_WORD = 20
const METRES_PER_MILE = 1852
/** No airspace is wider than the quarter of the Earth that a plane of degrees can still show. */
const MAX_RADIUS_MILES = 3000
/** Share of the radius that the end of an arc may be off before it is told. */
const ARC_TOLERANCE = 0.05

/** The airspace that is being read. */
interface Draft {
  line: number
  class: string
  name: string
  type: string | null
  floor: Limit | undefined
  ceiling: Limit | undefined
  corners: Corner[]
  circle: { centre: Place; radiusMetres: number } | undefined
  active: ActiveTime[] | null
  isDamaged: boolean
  isClockwise: boolean
}

interface Reading extends OpenAirFile {
  draft: Draft | undefined
  line: number
  /** Stays from airspace to airspace, as the first files did. */
  centre: Place | undefined
}

/** No line that means anything is longer. */
const MAX_LINE = 1000

export function readOpenAir(bytes: Uint8Array): OpenAirFile {
  const reading: Reading = {
    airspaces: [],
    diagnoses: [],
    problems: 0,
    draft: undefined,
    line: 0,
    centre: undefined,
  }
  const text = decode(bytes)
  for (let from = 0; from < text.length;) {
    let to = text.indexOf('\n', from)
    if (to < 0) to = text.length
    reading.line++
    readLine(reading, text.slice(from, Math.min(to, from + MAX_LINE)))
    from = to + 1
  }
  finish(reading)
  const { airspaces, diagnoses, problems } = reading
  return { airspaces, diagnoses, problems }
}

/** Files come in UTF-8 and in Latin-1, which windows-1252 includes. */
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text
}

/** Control characters would travel into JSON and pages. */
const clean = (text: string, length: number) =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, length)

function report(reading: Reading, message: string, line = reading.line): void {
  reading.problems++
  if (reading.diagnoses.length < MAX_DIAGNOSES)
    reading.diagnoses.push({ line, message: clean(`Line ${line}: ${message}.`, MAX_LINE) })
}

function readLine(reading: Reading, written: string): void {
  const comment = written.indexOf('*')
  const text = (comment < 0 ? written : written.slice(0, comment)).trim()
  if (text === '') return
  const command = /^[a-z]{1,2}(?![a-z])/i.exec(text)?.[0].toUpperCase()
  const value = text.slice(command?.length ?? 0).trim()
  if (command === 'AC') return begin(reading, value)
  if (command === 'TO' || command === 'TC') return finish(reading)
  const read = command === undefined ? undefined : commands[command]
  if (!read) return report(reading, `"${text.slice(0, 20)}" is no OpenAir command; the line is left out`)
  // Before the first airspace, and in lines of terrain.
  if (!reading.draft && command !== 'V') return
  read(reading, value)
}

function begin(reading: Reading, value: string): void {
  finish(reading)
  reading.draft = {
    line: reading.line,
    class: clean(value, MAX_WORD) || 'UNC',
    name: '',
    type: null,
    floor: undefined,
    ceiling: undefined,
    corners: [],
    circle: undefined,
    active: null,
    isDamaged: false,
    isClockwise: true,
  }
}

type Read = (reading: Reading, value: string) => void

const ignore: Read = () => undefined
const inDraft =
  (change: (draft: Draft, value: string) => void): Read =>
  ({ draft }, value) => {
    if (draft) change(draft, value)
  }

const commands: Record<string, Read> = {
  AY: inDraft((draft, value) => (draft.type = clean(value, MAX_WORD) || null)),
  AN: inDraft((draft, value) => (draft.name = clean(value, MAX_NAME))),
  AL: inDraft((draft, value) => (draft.floor = readLimit(clean(value, MAX_NAME)))),
  AH: inDraft((draft, value) => (draft.ceiling = readLimit(clean(value, MAX_NAME)))),
  AA: readActivity,
  V: readVariable,
  DP: readPoint,
  DA: readArcByAngles,
  DB: readArcByEnds,
  DC: readCircle,
  ...Object.fromEntries(['AF', 'AR', 'AG', 'AX', 'AT', 'AI', 'SP', 'SB', 'DY'].map((name) => [name, ignore])),
}

function damage(reading: Reading, message: string): void {
  if (reading.draft) reading.draft.isDamaged = true
  report(reading, message)
}

function readVariable(reading: Reading, value: string): void {
  const [, name, rest] = /^([A-Z])\s{0,9}=\s{0,9}(.*)$/i.exec(value) ?? []
  switch (name?.toUpperCase()) {
    case 'X': {
      reading.centre = readPlace(rest!)?.place
      if (!reading.centre) damage(reading, `the centre "${rest!.slice(0, 40)}" is no place`)
      return
    }
    case 'D': {
      if (reading.draft) reading.draft.isClockwise = rest !== '-'
      return
    }
    case 'W':
    case 'Z':
    case 'T':
      return
    default:
      report(reading, `"V ${value.slice(0, 20)}" sets nothing that is known; the line is left out`)
  }
}

function add(reading: Reading, ...corners: Corner[]): void {
  const all = reading.draft!.corners
  if (all.length + corners.length <= MAX_CORNERS) all.push(...corners)
  else if (!reading.draft!.isDamaged) damage(reading, `the airspace has more than ${MAX_CORNERS} corners`)
}

function readPoint(reading: Reading, value: string): void {
  const found = readPlace(value)
  if (found) add(reading, { at: found.place })
  else damage(reading, `the corner "${value.slice(0, 40)}" is no place`)
}

function requireCentre(reading: Reading): Place | undefined {
  if (!reading.centre) damage(reading, 'there is no centre (V X=) for it')
  return reading.centre
}

function readArcByAngles(reading: Reading, value: string): void {
  const centre = requireCentre(reading)
  const numbers = value.split(',', 4).map((part) => Number(part.trim() || Number.NaN))
  const [miles = Number.NaN, from = Number.NaN, to = Number.NaN] = numbers
  if (!centre) return
  if (!isRadius(miles) || !isBearing(from) || !isBearing(to))
    return damage(reading, `"${value.slice(0, 40)}" is no radius with two bearings`)
  const arc = { centre, isClockwise: reading.draft!.isClockwise }
  const at = (bearing: number) => travel(centre, miles * METRES_PER_MILE, bearing)
  add(reading, { at: at(from), arc }, { at: at(to) })
}

function readArcByEnds(reading: Reading, value: string): void {
  const centre = requireCentre(reading)
  if (!centre) return
  const from = readPlace(value)
  const comma = from ? /[\s,]{0,20}/y : undefined
  if (comma) comma.lastIndex = from!.end
  const to = from && readPlace(value, from.end + comma!.exec(value)![0].length)
  if (!from || !to) return damage(reading, `"${value.slice(0, 60)}" is no pair of places`)
  const [radius, end] = [metresBetween(centre, from.place), metresBetween(centre, to.place)]
  if (!isRadius(Math.max(radius, end) / METRES_PER_MILE))
    return damage(reading, 'the ends of the arc are at its centre, or too far from it')
  if (Math.abs(radius - end) > ARC_TOLERANCE * radius)
    report(
      reading,
      `the ends of the arc are ${Math.round(radius)} m and ${Math.round(end)} m from its centre`,
    )
  add(reading, { at: from.place, arc: { centre, isClockwise: reading.draft!.isClockwise } }, { at: to.place })
}

function readCircle(reading: Reading, value: string): void {
  const centre = requireCentre(reading)
  const miles = Number(value.trim() || Number.NaN)
  if (!centre) return
  if (!isRadius(miles)) return damage(reading, `"${value.slice(0, 40)}" is no radius in nautical miles`)
  if (reading.draft!.circle) damage(reading, 'the airspace has two circles')
  reading.draft!.circle = { centre, radiusMetres: miles * METRES_PER_MILE }
}

const isRadius = (miles: number) => miles > 0 && miles <= MAX_RADIUS_MILES
const isBearing = (degrees: number) => degrees >= -360 && degrees <= 720

function readActivity(reading: Reading, value: string): void {
  const { draft } = reading
  if (!draft) return
  draft.active ??= []
  if (value.toUpperCase() === 'NONE') return
  const ends = value.split('/', 3).map((part) => (part.toUpperCase() === 'NONE' ? null : Date.parse(part)))
  const [from = Number.NaN, to = Number.NaN] = ends
  if (ends.length !== 2 || Number.isNaN(from) || Number.isNaN(to))
    return report(reading, `"${value.slice(0, 60)}" is no time of activity`)
  if (draft.active.length < MAX_TIMES) draft.active.push({ from, to })
}

/** Closes the airspace that is being read, at the next one and at the end. */
function finish(reading: Reading): void {
  const { draft } = reading
  reading.draft = undefined
  if (!draft) return
  const called = draft.name ? `"${draft.name.slice(0, 40)}"` : 'without a name'
  const shape = chooseShape(draft)
  if (!shape)
    return report(reading, `the airspace ${called} has no shape that can be read; it is left out`, draft.line)
  const { class: name, type, active, isDamaged } = draft
  const floor = requireLimit(reading, draft, draft.floor, 'floor')
  const ceiling = requireLimit(reading, draft, draft.ceiling, 'ceiling')
  reading.airspaces.push({ name: draft.name, class: name, type, floor, ceiling, shape, active, isDamaged })
}

function chooseShape(draft: Draft): Shape | undefined {
  const { circle, corners } = draft
  if (circle && corners.length > 0) draft.isDamaged = true
  if (circle) return circle
  const isRound = corners.some(({ arc }) => arc !== undefined)
  return corners.length >= (isRound ? 2 : 3) ? { corners } : undefined
}

function requireLimit(reading: Reading, draft: Draft, limit: Limit | undefined, name: string): Limit {
  if (!limit) {
    report(
      reading,
      `the airspace "${draft.name.slice(0, 40)}" has no ${name}; it is taken as unknown`,
      draft.line,
    )
    return { text: '', heights: [] }
  }
  if (limit.heights.length === 0)
    report(
      reading,
      `the ${name} "${limit.text.slice(0, 40)}" of "${draft.name.slice(0, 40)}" cannot be read; it is taken as unknown`,
      draft.line,
    )
  if (limit.heights.length > 1)
    report(
      reading,
      `the ${name} "${limit.text.slice(0, 40)}" is two; the one counts that makes the airspace larger`,
      draft.line,
    )
  return limit
}
