// The pages of clubs, with their texts: both are loaded when one is opened, since most readers open none.
import type { ComponentType } from 'preact'
import type { Language } from '#language/preferences.ts'
import { preferences } from '../language/texts.ts'
import type { PageProps } from '../parts/router.ts'
import ClubList from './club-list.tsx'
import ClubView from './club-view.tsx'
import JoinView from './join-view.tsx'
import RankingView from './ranking-view.tsx'
import SeasonView from './season-view.tsx'
import './rankings.css'
import type { ClubPageProps, ClubTexts } from './words.ts'

type Clubs = { clubs: Omit<ClubTexts, 'ranking'> }
type Rankings = { rankings: ClubTexts['ranking'] }

const load: Record<Language, () => Promise<[Clubs, Rankings]>> = {
  en: () => Promise.all([import('#language/en/pages/clubs.ts'), import('#language/en/pages/rankings.ts')]),
  de: () => Promise.all([import('#language/de/pages/clubs.ts'), import('#language/de/pages/rankings.ts')]),
  fr: () => Promise.all([import('#language/fr/pages/clubs.ts'), import('#language/fr/pages/rankings.ts')]),
  it: () => Promise.all([import('#language/it/pages/clubs.ts'), import('#language/it/pages/rankings.ts')]),
  es: () => Promise.all([import('#language/es/pages/clubs.ts'), import('#language/es/pages/rankings.ts')]),
}

export interface View {
  Page: ComponentType<ClubPageProps>
  words: ClubTexts
}

/** By the parameter that its path has, the first of these. */
const views: readonly [name: string, Page: View['Page']][] = [
  ['token', JoinView],
  ['ranking', RankingView],
  ['season', SeasonView],
  ['id', ClubView],
]

export async function openView(parameters: PageProps): Promise<View> {
  const [{ clubs }, { rankings }] = await load[preferences.language]()
  const [, Page] = views.find(([name]) => name in parameters) ?? ['', ClubList]
  return { Page, words: { ...clubs, ranking: rankings } }
}
