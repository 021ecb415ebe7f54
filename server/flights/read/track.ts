// The track of a flight: as columns, as steps from fix to fix, as GeoJSON.
import type { FlightTrack } from '#dashboard/flights.ts'
import type { TrackFeature } from '#contract/flight.ts'
import type { TrackColumns } from '../record/findings.ts'

type Position = [longitude: number, latitude: number, altitude: number]

export function toFeature<Properties extends object>(
  flight: Properties,
  track: TrackColumns,
): Omit<TrackFeature, 'properties'> & { properties: Properties & { times: string[] } } {
  const positions = track.seconds.map((_, row): Position => [
    track.longitude[row]!,
    track.latitude[row]!,
    track.altitude[row]!,
  ])
  const lines = cutAtAntimeridian(positions)
  const geometry =
    lines.length === 1
      ? { type: 'LineString', coordinates: lines[0]! }
      : { type: 'MultiLineString', coordinates: lines }
  const times = track.seconds.map((seconds) => new Date(seconds * 1000).toISOString())
  return { type: 'Feature', geometry, properties: { ...flight, times } } as ReturnType<
    typeof toFeature<Properties>
  >
}

/** Ten hours at a fix per second are 1.3 MB as columns, 0.5 MB as steps, and 40 kB as steps compressed. */
export function toSteps(track: TrackColumns): FlightTrack {
  return {
    seconds: listSteps(track.seconds, 1),
    latitude: listSteps(track.latitude, 1e6),
    longitude: listSteps(track.longitude, 1e6),
    altitude: listSteps(track.altitude, 1),
  }
}

export function listSteps(column: number[], scale: number): number[] {
  let last = 0
  return column.map((value) => {
    const here = Math.round(value * scale)
    const step = here - last
    last = here
    return step
  })
}

/** RFC 7946 3.1.9: a line is cut where it crosses, and both parts reach the meridian. */
function cutAtAntimeridian(positions: Position[]): Position[][] {
  const lines: Position[][] = [[]]
  for (const [row, position] of positions.entries()) {
    const previous = positions[row - 1]
    if (previous && Math.abs(position[0] - previous[0]) > 180) {
      const [before, after] = crossing(previous, position)
      lines.at(-1)?.push(before)
      lines.push([after])
    }
    lines.at(-1)?.push(position)
  }
  return lines
}

function crossing(a: Position, b: Position): [Position, Position] {
  const side = Math.sign(a[0]) * 180
  const span = 360 - Math.abs(a[0] - b[0])
  const share = span === 0 ? 0 : (180 - Math.abs(a[0])) / span
  const latitude = Math.round((a[1] + (b[1] - a[1]) * share) * 1e6) / 1e6
  const altitude = Math.round(a[2] + (b[2] - a[2]) * share)
  return [
    [side, latitude, altitude],
    [-side, latitude, altitude],
  ]
}
