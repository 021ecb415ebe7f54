// The aims of a bench. A figure that misses its aim is told; with `--strict` it also makes the run fail.
let isStrict = false

export function failOnMissedAims(): void {
  isStrict = true
}

export interface Aim {
  name: string
  measured: number
  /** One of both; without any it is told alone. */
  atLeast?: number
  atMost?: number
}

/** Says for each aim whether it is met. */
export function checkAims(aims: readonly Aim[]): void {
  const missed = aims.filter((aim) => !isMet(aim))
  for (const aim of aims) console.log(describe(aim))
  if (isStrict && missed.length > 0) process.exitCode = 1
}

/** A figure that is not there is missed, too. */
function isMet({ measured, atLeast = -Infinity, atMost = Infinity }: Aim): boolean {
  return measured >= atLeast && measured <= atMost
}

function describe(aim: Aim): string {
  const { name, measured, atLeast, atMost } = aim
  const figure = `${name}: ${Number(measured.toPrecision(3))}`
  if (atLeast === undefined && atMost === undefined) return figure
  const limit = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
  return `${isMet(aim) ? 'met' : 'MISSED'}: ${figure}, aim ${limit}`
}
