// A stored flight against airspaces, and airspace files read: both in a thread.
import type { EnteredAirspace } from '#contract/airspace.ts'
import type { Airspace } from '#airspace/airspace.ts'
import { checkFlight, type Entry, type EntryPoint, prepareFlight } from '#airspace/check.ts'
import type { Flight } from '#airspace/flight.ts'
import { readOpenAir } from '#airspace/openair.ts'
import { drawOutline } from '#airspace/outline.ts'
import { boxOf } from '#airspace/shape.ts'
import type { ReadBuffer } from '#igc/read.ts'
import type { StoredTrack } from '../record/findings.ts'
import type { AirspaceTask, FoundAirspaces, ReadAirspaces, Whereabouts } from '../record/services.ts'
import { readLaunched } from './analyse.ts'

export function readAirspaceFile(bytes: Uint8Array): ReadAirspaces {
  const { airspaces, diagnoses, problems } = readOpenAir(bytes)
  const placed = airspaces.map((airspace) => ({
    box: boxOf(airspace.shape),
    airspace: JSON.stringify(airspace),
  }))
  return { airspaces: placed, diagnoses, problems }
}

/** Null when nothing in the file flies. */
export function locateStored(stored: StoredTrack, buffer: ReadBuffer): Whereabouts | null {
  const flight = prepareStored(stored, buffer)
  if (!flight) return null
  const { box, track, from, to } = flight
  // Copies: the columns are those of the thread, which reads the next file into them.
  return {
    box,
    latitude: track.latitude.slice(from, to + 1),
    longitude: track.longitude.slice(from, to + 1),
  }
}

export function checkStored(task: StoredTrack & AirspaceTask, buffer: ReadBuffer): FoundAirspaces {
  const flight = prepareStored(task, buffer, task.ground)
  if (!flight) return { airspaces: [], isComplete: true }
  const regions = new Map<Airspace, string>()
  for (const { airspace, region } of task.near) regions.set(JSON.parse(airspace) as Airspace, region)
  const { entries, isComplete } = checkFlight(flight, [...regions.keys()])
  const byAirspace = Map.groupBy(entries, ({ airspace }) => airspace)
  const airspaces = [...byAirspace].map(([airspace, visits]) =>
    describe(airspace, regions.get(airspace)!, visits),
  )
  return { airspaces, isComplete }
}

function prepareStored(stored: StoredTrack, buffer: ReadBuffer, below?: Float32Array): Flight | undefined {
  const { file, flight: range } = readLaunched(stored, buffer)
  const { track } = file
  if (!range) return undefined
  const ground = below && new Float32Array(track.length).fill(Number.NaN)
  ground?.set(below!.subarray(0, track.length - range.from), range.from)
  return prepareFlight(track, { range, ground })
}

function describe(airspace: Airspace, region: string, visits: readonly Entry[]): EnteredAirspace {
  const { floorBy, ceilingBy, isRestrictive } = visits[0]!
  return {
    name: airspace.name,
    class: airspace.class,
    type: airspace.type,
    isRestrictive,
    region,
    floor: { text: airspace.floor.text, measuredBy: floorBy },
    ceiling: { text: airspace.ceiling.text, measuredBy: ceilingBy },
    outline: drawOutline(airspace.shape).map(([latitude, longitude]) => [round(longitude), round(latitude)]),
    entries: visits.map(({ status, reasons, enter, exit, horizontalDepth, verticalDepth }) => ({
      status,
      reasons,
      enter: describePoint(enter),
      exit: describePoint(exit),
      horizontalDepth: Math.round(horizontalDepth),
      verticalDepth: verticalDepth === null ? null : Math.round(verticalDepth),
    })),
  }
}

function describePoint(point: EntryPoint): EnteredAirspace['entries'][number]['enter'] {
  const whole = (metres: number | null) => (metres === null ? null : Math.round(metres))
  return {
    time: new Date(Math.round(point.seconds * 1000)).toISOString(),
    latitude: round(point.latitude),
    longitude: round(point.longitude),
    gnssAltitude: whole(point.gnssAltitude),
    pressureAltitude: whole(point.pressureAltitude),
  }
}

/** Degrees, to a decimetre. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
