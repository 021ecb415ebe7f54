// A flight's figure, exactly: whole units of the last decimal, times decimal fractions, rounded once.
import type { RankingEntry } from '#contract/clubs/proof.ts'
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

/** In units of the rule's last decimal; halves are rounded up. Null where there is no figure. */
export function computeFigure(entry: RankingEntry, { figure, factors = [] }: RankingRule): number | null {
  if (!entry.figure) return null
  const applied = factors.filter((factor) => describes(factor, entry))
  const isAsGiven = figure.of !== 'hours' && figure.decimals === entry.figure.decimals
  if (isAsGiven && applied.length === 0) return entry.figure.units
  let numerator = BigInt(entry.figure.units) * 10n ** BigInt(figure.decimals)
  let denominator = 10n ** BigInt(entry.figure.decimals)
  if (figure.of === 'hours') denominator *= SECONDS_OF_HOUR
  for (const { times } of applied) {
    const { units, decimals } = readDecimal(times)
    numerator *= units
    denominator *= 10n ** BigInt(decimals)
  }
  return Number((2n * numerator + denominator) / (2n * denominator))
}

type Factor = NonNullable<RankingRule['factors']>[number]

function describes({ classes, bands, types }: Factor, entry: RankingEntry): boolean {
  if (classes && !(entry.class !== null && classes.includes(entry.class))) return false
  if (bands && !(entry.band !== null && bands.includes(entry.band))) return false
  return !types || types.includes(entry.type)
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
