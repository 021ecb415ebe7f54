// The texts of the clubs' pages, which each of their parts is given.
import type { clubs } from '#language/en/pages/clubs.ts'
import type { PageProps } from '../parts/router.ts'

export type ClubTexts = typeof clubs
export type ClubPageProps = { words: ClubTexts; parameters: PageProps }
