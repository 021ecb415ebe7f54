// A rule set may refuse flights that carry certain marks: they get no points, and a sentence says why.
import { listMarks } from '#igc/marks.ts'
import type { Rules } from '../rules.ts'

/** The sentence that refuses a flight with these warnings; undefined when the rules score it. */
export function findRefusal(
  { name, refuses }: Pick<Rules, 'name' | 'refuses'>,
  warnings: readonly { code: string; message: string }[],
): string | undefined {
  const mark = listMarks(warnings).find((each) => refuses.includes(each))
  if (!mark) return undefined
  const { message } = warnings.find(({ code }) => code === mark)!
  return `${name} gives no points to a flight marked ${mark}. ${message}`
}
