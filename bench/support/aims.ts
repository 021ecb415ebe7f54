// The aims of a bench. A figure that misses its aim is told; with `--strict` it also makes the run fail.
let isStrict = false

export function failOnMissedAims(): void {
  isStrict = true
}

export interface Aim {
  name: string
  measured: number
  /** One of both. */
  atLeast?: number
  atMost?: number
}

/** Says for each aim whether it is met. */
export function checkAims(aims: readonly Aim[]): void {
  const missed = aims.filter((aim) => !isMet(aim))
  for (const aim of aims) console.log(`${isMet(aim) ? 'met' : 'MISSED'}: ${describe(aim)}`)
  if (isStrict && missed.length > 0) process.exitCode = 1
}

/** A figure that is not there is missed, too. */
function isMet({ measured, atLeast = -Infinity, atMost = Infinity }: Aim): boolean {
  return measured >= atLeast && measured <= atMost
}

function describe({ name, measured, atLeast, atMost }: Aim): string {
  const aim = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
  return `${name}: ${Number(measured.toPrecision(3))}, aim ${aim}`
}
