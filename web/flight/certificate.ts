// The certificate of a score as the server writes it into the free-form metadata, and what it says in a sentence.
import { formatKm, formatPoints, formatWhole } from '../parts/format.ts'

export interface ScoredPoint {
  time: string
  latitude: number
  longitude: number
}

export interface Certificate {
  type: string
  score: number
  distanceKm: number
  multiplier: number
  start: ScoredPoint | null
  turnpoints: ScoredPoint[]
  finish: ScoredPoint | null
  legsKm: number[]
  closingKm: number
  upperBound: number
  proven: boolean
  rules: { name: string; version: string }
}

export function findCertificate(metadata: object): Certificate | undefined {
  const found = (metadata as { scoring?: Partial<Certificate> }).scoring
  if (!found || found.type === 'None' || !Array.isArray(found.turnpoints) || !found.start) return undefined
  return found as Certificate
}

export function isTriangle(certificate: Certificate): boolean {
  return certificate.type.includes('Triangle')
}

export function explainScore(certificate: Certificate): string {
  const sum = isTriangle(certificate)
    ? `A triangle of ${formatKm(total(certificate.legsKm))} km, closed to ${formatGap(certificate.closingKm)}`
    : `${formatKm(total(certificate.legsKm))} km over ${certificate.turnpoints.length} turnpoints`
  return `${sum}, counts ${formatKm(certificate.distanceKm)} km × ${certificate.multiplier} = ${formatPoints(certificate.score)} points under ${certificate.rules.name} ${certificate.rules.version}.`
}

export function explainProof(certificate: Certificate): string {
  return certificate.proven
    ? 'Proven: no other choice of points on this track scores more.'
    : `The search ran out of time: no choice of points can score more than ${formatPoints(certificate.upperBound)}.`
}

/** A gap below a kilometre reads better in metres. */
export function formatGap(kilometres: number): string {
  return kilometres < 1 ? `${formatWhole(kilometres * 1000)} m` : `${formatKm(kilometres)} km`
}

function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
