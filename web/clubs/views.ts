// The pages of clubs, with their texts: both are loaded when one is opened, since most readers open none.
import type { ComponentType } from 'preact'
import type { Language } from '#language/preferences.ts'
import { preferences } from '../language/texts.ts'
import type { PageProps } from '../parts/router.ts'
import ClubList from './club-list.tsx'
import ClubView from './club-view.tsx'
import JoinView from './join-view.tsx'
import type { ClubPageProps, ClubTexts } from './words.ts'

const load: Record<Language, () => Promise<{ clubs: ClubTexts }>> = {
  en: () => import('#language/en/pages/clubs.ts'),
  de: () => import('#language/de/pages/clubs.ts'),
  fr: () => import('#language/fr/pages/clubs.ts'),
  it: () => import('#language/it/pages/clubs.ts'),
  es: () => import('#language/es/pages/clubs.ts'),
}

export interface View {
  Page: ComponentType<ClubPageProps>
  words: ClubTexts
}

export async function openView({ token, id }: PageProps): Promise<View> {
  const { clubs: words } = await load[preferences.language]()
  return { Page: token ? JoinView : id ? ClubView : ClubList, words }
}
