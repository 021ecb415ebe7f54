// The budget of a release in one line of the change log: "12,000 product lines · 30 routes".
export type Budget = Record<string, number>

const format = new Intl.NumberFormat('en')

/** That of the newest release which has one. */
export function readBudget(changelog: string): Budget {
  const line = /^Budget: (.+)$/m.exec(changelog.replace(/## Unreleased\n[\s\S]*?(?=\n## )/, ''))?.[1] ?? ''
  return Object.fromEntries(
    [...line.matchAll(/([\d,]+) ([^·.]+?)(?= ·|\.?$)/g)].map(([, number = '', unit = '']) => [
      unit,
      Number(number.replaceAll(',', '')),
    ]),
  )
}

export function describeBudget(now: Budget, before: Budget): string {
  const parts = Object.entries(now).map(([unit, count]) => {
    const then = before[unit]
    return `${format.format(count)} ${unit}${then === undefined ? '' : ` (${format.format(then)})`}`
  })
  return `Budget: ${parts.join(' · ')}`
}
