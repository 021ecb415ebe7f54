// A flight where it does not circle: it moves on, or it stays where it is.
import { parameters } from './parameters.ts'
import type { PhaseKind } from './phase.ts'
import type { Range, Samples } from './samples.ts'

export interface Stretch extends Range {
  kind: PhaseKind
}

/** Glides, soaring and what is too short for either; each begins where the one before ends. */
export function splitStraight(samples: Samples, range: Range): Stretch[] {
  const stretches = listStays(samples, range).flatMap((stretch) => splitReturn(samples, stretch))
  const isSoaring = stretches.some(({ kind }) => kind === 'soaring')
  const named = stretches.map((stretch): Stretch => {
    if (stretch.kind === 'soaring' || isGlide(samples, stretch)) return stretch
    // A stretch next to soaring that is too short for a glide is a part of it.
    return { ...stretch, kind: isSoaring ? 'soaring' : 'other' }
  })
  return joinSoaring(named)
}

/** Where the wing stays on one of the scales, and what is between. */
function listStays(samples: Samples, range: Range): Stretch[] {
  const isStay = new Uint8Array(range.to - range.from)
  for (const seconds of parameters.soaringSeconds) markStays(samples, range, seconds, isStay)
  const stretches: Stretch[] = []
  for (let at = range.from; at < range.to; at++) {
    const kind = isStay[at - range.from] ? 'soaring' : 'glide'
    const last = stretches.at(-1)
    if (last?.kind === kind) last.to = at + 1
    else stretches.push({ kind, from: at, to: at + 1 })
  }
  return stretches
}

/** Seconds: often enough for what takes minutes. */
const STEP = 4

/**
 * Marks runs of at least this time in which the places half of it before and after are close to each other. Where a
 * flight turns back they are so for less than a third of it.
 */
function markStays(samples: Samples, { from, to }: Range, seconds: number, isStay: Uint8Array): void {
  const reach = seconds / 2
  let start = from
  for (let at = from; at < to + STEP; at += STEP) {
    if (at < to && !movesOn(samples, Math.max(from, at - reach), Math.min(to, at + reach))) continue
    const end = Math.min(to, at)
    if (end - start >= seconds) isStay.fill(1, start - from, end - from)
    start = at + STEP
  }
}

/** A stretch that comes back to where it began is soaring, too, unless it went straight out and straight back. */
function splitReturn(samples: Samples, stretch: Stretch): Stretch[] {
  if (stretch.kind === 'soaring' || movesOn(samples, stretch.from, stretch.to) || !isLong(samples, stretch))
    return [stretch]
  const { from, to } = stretch
  const turn = findFarthest(samples, stretch)
  const ways: Stretch[] = [
    { kind: 'glide', from, to: turn },
    { kind: 'glide', from: turn, to },
  ]
  const isStraight = ways.every((way) => isGlide(samples, way) && isDirect(samples, way))
  return isStraight ? ways : [{ ...stretch, kind: 'soaring' }]
}

/** The place farthest from both ends. */
function findFarthest(samples: Samples, { from, to }: Range): number {
  let farthest = from
  let best = 0
  for (let at = from; at <= to; at++) {
    const away = Math.min(distanceOf(samples, from, at), distanceOf(samples, at, to))
    if (away <= best) continue
    best = away
    farthest = at
  }
  return farthest
}

function movesOn({ east, north, seconds }: Samples, from: number, to: number): boolean {
  const x = east[to]! - east[from]!
  const y = north[to]! - north[from]!
  const least = parameters.soaringSpeed * (seconds[to]! - seconds[from]!)
  return x * x + y * y >= least * least
}

function isLong(samples: Samples, range: Range): boolean {
  return secondsOf(samples, range) >= parameters.soaringSeconds[0]
}

function isGlide(samples: Samples, range: Range): boolean {
  const { glideMinSeconds, glideMinMetres } = parameters
  const metres = distanceOf(samples, range.from, range.to)
  return secondsOf(samples, range) >= glideMinSeconds && metres >= glideMinMetres
}

function isDirect(samples: Samples, { from, to }: Range): boolean {
  return (
    distanceOf(samples, from, to) >= parameters.minDirectness * 1000 * measureTrackKm(samples, { from, to })
  )
}

/** Metres: anything nearer does not count for a track, so receiver noise adds nothing. */
const NOISE_METRES = 30

/** Kilometres, between places at least 30 m apart. */
export function measureTrackKm(samples: Samples, { from, to }: Range): number {
  let metres = 0
  let anchor = from
  for (let at = from + 1; at <= to; at++) {
    const leg = distanceOf(samples, anchor, at)
    if (leg < NOISE_METRES && at < to) continue
    metres += leg
    anchor = at
  }
  return metres / 1000
}

function secondsOf({ seconds }: Samples, { from, to }: Range): number {
  return seconds[to]! - seconds[from]!
}

function distanceOf({ east, north }: Samples, from: number, to: number): number {
  const x = east[to]! - east[from]!
  const y = north[to]! - north[from]!
  // Several times as fast as Math.hypot.
  return Math.sqrt(x * x + y * y)
}

function joinSoaring(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    if (last?.kind === 'soaring' && stretch.kind === 'soaring') last.to = stretch.to
    else joined.push({ ...stretch })
  }
  return joined
}
