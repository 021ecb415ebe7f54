// The texts of forwarding, loaded with its page or with the lines on a flight.
import type { Language } from '#language/preferences.ts'
import type { forwards } from '#language/en/pages/forwards.ts'
import { preferences } from '../language/texts.ts'

export type ForwardTexts = typeof forwards

const load: Record<Language, () => Promise<{ forwards: ForwardTexts }>> = {
  en: () => import('#language/en/pages/forwards.ts'),
  de: () => import('#language/de/pages/forwards.ts'),
  fr: () => import('#language/fr/pages/forwards.ts'),
  it: () => import('#language/it/pages/forwards.ts'),
  es: () => import('#language/es/pages/forwards.ts'),
}

export async function loadWords(): Promise<ForwardTexts> {
  const { forwards: words } = await load[preferences.language]()
  return words
}
