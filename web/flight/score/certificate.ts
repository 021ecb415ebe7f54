// Reads the certificate of a score from the flight's metadata and puts it into sentences.
import { format, texts } from '../../language/texts.ts'
import type { Certificate } from '#contract/certificate.ts'
import type { Flight } from '#contract/flight.ts'
import { formatAltitude, formatDistance, formatPoints } from '../../parts/format.ts'

/** Undefined when there is nothing to score. */
export function findCertificate({ scoring }: Flight['flightInfo']['metadata']): Certificate | undefined {
  return scoring && scoring.type !== 'None' && scoring.start ? scoring : undefined
}

export function isTriangle(certificate: Certificate): boolean {
  return certificate.type.includes('Triangle')
}

export function explainScore(certificate: Certificate): string {
  const legs = formatDistance(total(certificate.legsKm))
  const way = isTriangle(certificate)
    ? texts.flight.explainTriangle(legs, formatGap(certificate.closingKm))
    : texts.flight.explainWay(legs, certificate.turnpoints.length)
  return texts.flight.explainScore(
    way,
    formatDistance(certificate.distanceKm),
    formatMultiplier(certificate.multiplier),
    formatPoints(certificate.score),
    `${certificate.rules.name} ${certificate.rules.version}`,
  )
}

/** The search for a stored flight goes on without its pilot. */
export function explainProof({ proven, upperBound }: Certificate, isStored: boolean): string {
  if (proven) return `${texts.flight.proven} ${texts.flight.provenHow}`
  const bound = texts.flight.notProven(formatPoints(upperBound))
  return isStored ? `${bound} ${texts.flight.searchedOn}` : bound
}

/** A gap below a kilometre reads better in metres, or in feet. */
function formatGap(kilometres: number): string {
  return kilometres < 1 ? formatAltitude(kilometres * 1000) : formatDistance(kilometres)
}

/** With the digits that it has: 1.6, or 1. */
function formatMultiplier(multiplier: number): string {
  return format.number(multiplier, String(multiplier).split('.')[1]?.length ?? 0)
}

function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
