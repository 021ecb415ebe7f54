// Sums over the phases of a flight.
import { type Phase, type PhaseKind, phaseKinds, round } from './phase.ts'

export interface KindTotal {
  count: number
  seconds: number
  /** Share of the flight's time, 0 to 1; the shares of all kinds add up to 1. */
  share: number
  altitudeChangeM: number
  trackKm: number
}

export interface ThermalTotals {
  count: number
  gainM: number
  /** Gain over time of all of them: not a mean of means. Null without a thermal. */
  meanClimbMps: number | null
  /** The best 20 s. */
  bestClimbMps: number | null
  meanGainM: number | null
  /** Share of the time in thermals. */
  leftShare: number
  rightShare: number
  mixedShare: number
  /** Share of those whose fixes are too far apart to tell. */
  unknownShare: number
}

export interface GlideTotals {
  count: number
  /** In straight lines from entry to exit. */
  distanceKm: number
  longestKm: number | null
  meanSpeedKmh: number | null
  /** All distance over all loss; null when there is hardly any. */
  meanRatio: number | null
}

export interface Totals {
  byKind: Record<PhaseKind, KindTotal>
  thermals: ThermalTotals
  glides: GlideTotals
}

export function sumUp(phases: readonly Phase[]): Totals {
  const byKind = Object.fromEntries(
    phaseKinds.map((kind) => [kind, { count: 0, seconds: 0, share: 0, altitudeChangeM: 0, trackKm: 0 }]),
  ) as Record<PhaseKind, KindTotal>
  for (const { kind, seconds, altitudeChangeM, trackKm } of phases) {
    const total = byKind[kind]
    total.count++
    total.seconds += seconds
    total.altitudeChangeM += altitudeChangeM
    total.trackKm += trackKm
  }
  const shares = toShares(phaseKinds.map((kind) => byKind[kind].seconds))
  for (const [index, kind] of phaseKinds.entries()) {
    byKind[kind].share = shares[index]!
    byKind[kind].seconds = round(byKind[kind].seconds, 3)
    byKind[kind].trackKm = round(byKind[kind].trackKm, 3)
  }
  return {
    byKind,
    thermals: sumThermals(phases.filter(({ kind }) => kind === 'thermal')),
    glides: sumGlides(phases.filter(({ kind }) => kind === 'glide')),
  }
}

function sumThermals(thermals: readonly Phase[]): ThermalTotals {
  const { length: count } = thermals
  const gainM = sum(thermals, ({ altitudeChangeM }) => altitudeChangeM)
  const seconds = sum(thermals, (thermal) => thermal.seconds)
  const turned = (direction: string) =>
    sum(
      thermals.filter(({ circling }) => circling?.direction === direction),
      (thermal) => thermal.seconds,
    )
  const [leftShare = 0, rightShare = 0, mixedShare = 0, unknownShare = 0] = toShares(
    ['left', 'right', 'mixed', 'unknown'].map(turned),
  )
  return {
    count,
    gainM,
    meanClimbMps: count > 0 ? round(gainM / seconds, 2) : null,
    bestClimbMps: greatest(thermals.map(({ circling }) => circling?.bestClimbMps ?? 0)),
    meanGainM: count > 0 ? round(gainM / count, 0) : null,
    leftShare,
    rightShare,
    mixedShare,
    unknownShare,
  }
}

function sumGlides(glides: readonly Phase[]): GlideTotals {
  const distanceKm = sum(glides, (glide) => glide.distanceKm)
  const seconds = sum(glides, (glide) => glide.seconds)
  const loss = -sum(glides, ({ altitudeChangeM }) => altitudeChangeM)
  return {
    count: glides.length,
    distanceKm: round(distanceKm, 3),
    longestKm: greatest(glides.map((glide) => glide.distanceKm)),
    meanSpeedKmh: seconds > 0 ? round((distanceKm * 3600) / seconds, 1) : null,
    meanRatio: loss >= 10 * glides.length && loss > 0 ? round((distanceKm * 1000) / loss, 1) : null,
  }
}

function sum(phases: readonly Phase[], value: (phase: Phase) => number): number {
  return phases.reduce((total, phase) => total + value(phase), 0)
}

/** A loop: a spread of many would overflow the stack. */
function greatest(values: readonly number[]): number | null {
  return values.reduce<number | null>((best, value) => (best === null || value > best ? value : best), null)
}

const THOUSANDTHS = 1000

/** In thousandths that add up to 1: what rounding leaves goes to the largest remainders. All 0 without anything. */
function toShares(values: readonly number[]): number[] {
  const total = values.reduce((all, value) => all + value, 0)
  if (total <= 0) return values.map(() => 0)
  const exact = values.map((value) => (THOUSANDTHS * value) / total)
  const whole = exact.map(Math.floor)
  const left = THOUSANDTHS - whole.reduce((all, value) => all + value, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - whole[index]! }))
    .toSorted((one, other) => other.remainder - one.remainder)
  for (const { index } of byRemainder.slice(0, left)) whole[index]!++
  return whole.map((value) => value / THOUSANDTHS)
}
