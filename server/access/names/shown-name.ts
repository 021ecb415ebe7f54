// A pilot's name as others read it.
import type { shownNames } from '#contract/clubs/clubs.ts'

export type ShownAs = (typeof shownNames)[number]

export interface Named {
  readonly name: string | null
  readonly handle: string | null
  readonly displayName: ShownAs
  /** Shown by initials alone, whatever was chosen. */
  readonly isMinor?: boolean
}

/** The address of a profile leads to what is said there. */
export const showsMore = (before: ShownAs, now: ShownAs) => now !== before && now !== 'initial'

const toInitial = (word: string) => `${Array.from(word)[0]}.`

/** As the pilot chose it, and never more than that: without a handle there is no name. */
export function showName({ name, handle, displayName, isMinor = false }: Named): string | null {
  const words = (name ?? '').trim().split(/\s+/u).filter(Boolean)
  if (isMinor) return words.map(toInitial).join(' ') || null
  if (displayName === 'handle') return handle
  if (displayName === 'full' || words.length < 2) return words.join(' ') || null
  return `${words[0]} ${toInitial(words.at(-1)!)}`
}
