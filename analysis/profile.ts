// Wind and climb by altitude, in bands.
import { type Circling, splitByTurns } from './circling.ts'
import { parameters } from './parameters.ts'
import { round, type WindValue } from './phase.ts'
import type { Range, Samples } from './samples.ts'
import { type Circle, describeWind, findCircle, type Measured, meanCircle } from './wind.ts'

export interface Band {
  fromM: number
  toM: number
  /** In thermals. */
  seconds: number
  climbMps: number
  wind: WindValue | null
}

interface OpenBand {
  seconds: number
  gain: number
  circles: (Circle & { weight: number })[]
}

/** From the lowest band in which a thermal was climbed to the highest. */
export function measureProfile(
  samples: Samples,
  heading: Float64Array,
  thermals: readonly Circling[],
): Band[] {
  const bands = new Map<number, OpenBand>()
  for (const thermal of thermals) {
    addClimb(bands, samples, thermal)
    for (const stretch of splitByTurns(heading, thermal)) addWind(bands, samples, stretch, thermal)
  }
  return [...bands]
    .toSorted(([one], [other]) => one - other)
    .map(([number, { seconds, gain, circles }]) => {
      const wind = meanCircle(circles)
      return {
        fromM: number * parameters.bandMetres,
        toM: (number + 1) * parameters.bandMetres,
        seconds: round(seconds, 0),
        climbMps: round(gain / seconds, 2),
        wind: wind ? describeWind(wind) : null,
      }
    })
}

function addClimb(bands: Map<number, OpenBand>, { altitude, seconds }: Samples, { from, to }: Range): void {
  let start = from
  for (let at = from + 1; at <= to; at++) {
    if (at < to && numberOf(altitude[at]!) === numberOf(altitude[start]!)) continue
    const band = bandAt(bands, altitude[start]!)
    band.seconds += seconds[at]! - seconds[start]!
    band.gain += altitude[at]! - altitude[start]!
    start = at
  }
}

function addWind(bands: Map<number, OpenBand>, samples: Samples, stretch: Range, measured: Measured): void {
  const { from, to } = stretch
  const circle = findCircle(samples, stretch, measured)
  if (circle)
    bandAt(bands, samples.altitude[(from + to) >> 1]!).circles.push({ ...circle, weight: to - from })
}

function bandAt(bands: Map<number, OpenBand>, altitude: number): OpenBand {
  const number = numberOf(altitude)
  const band = bands.get(number) ?? { seconds: 0, gain: 0, circles: [] }
  bands.set(number, band)
  return band
}

function numberOf(altitude: number): number {
  return Math.floor(altitude / parameters.bandMetres)
}
