// Reads the certificate of a score from the flight's metadata and puts it into sentences.
import type { Certificate } from '#sdk/types/certificate.ts'
import type { Flight } from '#sdk/types/flight.ts'
import { formatKm, formatPoints, formatWhole } from '../parts/format.ts'

/** Undefined when there is nothing to score. */
export function findCertificate({ scoring }: Flight['flightInfo']['metadata']): Certificate | undefined {
  return scoring && scoring.type !== 'None' && scoring.start ? scoring : undefined
}

export function isTriangle(certificate: Certificate): boolean {
  return certificate.type.includes('Triangle')
}

export function explainScore(certificate: Certificate): string {
  const sum = isTriangle(certificate)
    ? `Triangle of ${formatKm(total(certificate.legsKm))}\u00A0km with a closing gap of ${formatGap(certificate.closingKm)}`
    : `${formatKm(total(certificate.legsKm))}\u00A0km ${describeWay(certificate.turnpoints.length)}`
  return `${sum}: ${formatKm(certificate.distanceKm)}\u00A0km × ${certificate.multiplier} = ${formatPoints(certificate.score)} points under the ${certificate.rules.name} ${certificate.rules.version} rules.`
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

function describeWay(turnpoints: number): string {
  if (turnpoints === 0) return 'in a straight line'
  return turnpoints === 1 ? 'around 1 turnpoint' : `around ${turnpoints} turnpoints`
}

function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
