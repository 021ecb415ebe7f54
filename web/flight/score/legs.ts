// The legs of the scored course: how long each is, when it was flown and how fast, and what it is worth.
import type { Certificate, ScoredPoint } from '#contract/certificate.ts'

/** Seconds since 1970. */
export interface Span {
  from: number
  to: number
}

export interface Leg {
  km: number
  /** Of the points: each kilometre earns the same. */
  share: number
  /** Null where no time passed. */
  kmh: number | null
  /** When it was flown: the last leg of a circuit at its end and at its beginning. */
  spans: Span[]
  ends: readonly [ScoredPoint, ScoredPoint]
}

/** A circuit goes back to its first turnpoint; anything else leads from the start to the finish. */
function isCircuit({ turnpoints, legsKm }: Certificate): boolean {
  return turnpoints.length > 1 && legsKm.length === turnpoints.length
}

/** Where the legs meet. */
export function listCorners(certificate: Certificate): ScoredPoint[] {
  const { start, turnpoints, finish } = certificate
  if (!start || !finish) return []
  return isCircuit(certificate) ? [...turnpoints, turnpoints[0]!] : [start, ...turnpoints, finish]
}

export function listLegs(certificate: Certificate): Leg[] {
  const { start, finish, legsKm } = certificate
  const corners = listCorners(certificate)
  const wholeKm = legsKm.reduce((sum, km) => sum + km, 0)
  return legsKm.flatMap((km, index): Leg[] => {
    const [from, to] = [corners[index], corners[index + 1]]
    if (!from || !to || !start || !finish || km <= 0) return []
    const isReturn = isCircuit(certificate) && index === legsKm.length - 1
    const spans = isReturn ? [toSpan(from, finish), toSpan(start, to)] : [toSpan(from, to)]
    const seconds = spans.reduce((sum, span) => sum + span.to - span.from, 0)
    return [
      { km, share: km / wholeKm, kmh: seconds > 0 ? (km / seconds) * 3600 : null, spans, ends: [from, to] },
    ]
  })
}

const toSpan = (from: ScoredPoint, to: ScoredPoint): Span => ({
  from: Date.parse(from.time) / 1000,
  to: Date.parse(to.time) / 1000,
})
