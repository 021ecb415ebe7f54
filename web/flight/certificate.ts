// Reads the certificate of a score from the flight's metadata and puts it into sentences.
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
    ? `A ${formatKm(total(certificate.legsKm))} km triangle with a ${formatGap(certificate.closingKm)} closing gap`
    : `${formatKm(total(certificate.legsKm))} km around ${countTurnpoints(certificate.turnpoints.length)}`
  return `${sum}: ${formatKm(certificate.distanceKm)} km × ${certificate.multiplier} = ${formatPoints(certificate.score)} points under the ${certificate.rules.name} ${certificate.rules.version} rules.`
}

export function explainProof(certificate: Certificate): string {
  return certificate.proven
    ? 'Proven: no other choice of turnpoints on this track scores more.'
    : `The search ran out of time. No choice of turnpoints can score more than ${formatPoints(certificate.upperBound)} points.`
}

/** A gap below a kilometre reads better in metres. */
export function formatGap(kilometres: number): string {
  return kilometres < 1 ? `${formatWhole(kilometres * 1000)} m` : `${formatKm(kilometres)} km`
}

function countTurnpoints(count: number): string {
  return count === 1 ? '1 turnpoint' : `${count} turnpoints`
}

function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
