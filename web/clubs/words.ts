// The texts of the clubs' pages, which each of their parts is given.
import type { Club } from '#contract/clubs/clubs.ts'
import type { clubs } from '#language/en/pages/clubs.ts'
import type { rankings } from '#language/en/pages/rankings.ts'
import type { PageProps } from '../parts/router.ts'

export type ClubTexts = typeof clubs & { ranking: typeof rankings }
export interface ClubProps {
  words: ClubTexts
  club: Club
  onChange: () => Promise<void>
}
export type ClubPageProps = { words: ClubTexts; parameters: PageProps }
