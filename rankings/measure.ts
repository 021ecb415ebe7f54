// A flight's value, exactly: whole units of the last decimal, times decimal fractions, rounded once.
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'

/** 1.05 -> 105 of 2 decimals, from the digits as they are written. */
export function readDecimal(value: number): { units: bigint; decimals: number } {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const decimals = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction)
  return decimals >= 0 ? { units, decimals } : { units: units * 10n ** BigInt(-decimals), decimals: 0 }
}

const SECONDS_OF_HOUR = 3600n

/** In units of the rule's last decimal; halves are rounded up. Null where there is none. */
export function computeValue(flight: RankingFlight, { measure, factors = [] }: RankingRule): number | null {
  const { measured } = flight
  if (!measured) return null
  const applied = factors.filter((factor) => describes(factor, flight))
  const isAsGiven = measure.kind !== 'hours' && measure.decimals === measured.decimals
  if (isAsGiven && applied.length === 0) return measured.units
  let numerator = BigInt(measured.units) * 10n ** BigInt(measure.decimals)
  let denominator = 10n ** BigInt(measured.decimals)
  if (measure.kind === 'hours') denominator *= SECONDS_OF_HOUR
  for (const { times } of applied) {
    const { units, decimals } = readDecimal(times)
    numerator *= units
    denominator *= 10n ** BigInt(decimals)
  }
  return Number((2n * numerator + denominator) / (2n * denominator))
}

type Factor = NonNullable<RankingRule['factors']>[number]

function describes({ classes, bands, types }: Factor, flight: RankingFlight): boolean {
  if (classes && !(flight.class !== null && classes.includes(flight.class))) return false
  if (bands && !(flight.band !== null && bands.includes(flight.band))) return false
  return !types || types.includes(flight.type)
}

/** A rule's minimum in its units. */
export function toUnits(value: number, decimals: number): number {
  const { units, decimals: given } = readDecimal(value)
  return Number(units * 10n ** BigInt(Math.max(0, decimals - given)))
}

/** 16547 of 2 decimals -> "165.47". */
export function writeUnits(units: number, decimals: number): string {
  if (decimals === 0) return String(units)
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
