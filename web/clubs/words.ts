// The texts of the clubs' pages: there when one is drawn, as `texts` are.
import type { Club } from '#contract/clubs/clubs.ts'
import type { clubs } from '#language/en/pages/clubs.ts'
import type { rankings } from '#language/en/pages/rankings.ts'
import type { Language } from '#language/preferences.ts'
import { preferences } from '../language/texts.ts'

type Texts = [{ clubs: typeof clubs }, { rankings: typeof rankings }]

const load: Record<Language, () => Promise<Texts>> = {
  en: () => Promise.all([import('#language/en/pages/clubs.ts'), import('#language/en/pages/rankings.ts')]),
  de: () => Promise.all([import('#language/de/pages/clubs.ts'), import('#language/de/pages/rankings.ts')]),
  fr: () => Promise.all([import('#language/fr/pages/clubs.ts'), import('#language/fr/pages/rankings.ts')]),
  it: () => Promise.all([import('#language/it/pages/clubs.ts'), import('#language/it/pages/rankings.ts')]),
  es: () => Promise.all([import('#language/es/pages/clubs.ts'), import('#language/es/pages/rankings.ts')]),
}

export let words: typeof clubs
export let rankingWords: typeof rankings

export async function loadWords(): Promise<void> {
  const [ofClubs, ofRankings] = await load[preferences.language]()
  words = ofClubs.clubs
  rankingWords = ofRankings.rankings
}

export interface ClubProps {
  club: Club
  onChange: () => Promise<void>
}
