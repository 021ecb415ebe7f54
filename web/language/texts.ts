// The texts of the pages and how numbers are written, for their reader. The server says on <html> in which language,
// units and clock; only that language is loaded.
import { Formats } from '#language/formats.ts'
import { choosePreferences, type Language, type Preferences, readChoices } from '#language/preferences.ts'
import type * as english from '#language/en/web.ts'

export type Texts = typeof english

/** Loaded before anything is drawn: to be read while drawing, not while a module is loaded. */
export let texts: Texts
export let format: Formats
export let preferences: Preferences

const load: Record<Language, () => Promise<Texts>> = {
  en: () => import('#language/en/web.ts'),
  de: () => import('#language/de/web.ts'),
  fr: () => import('#language/fr/web.ts'),
  it: () => import('#language/it/web.ts'),
  es: () => import('#language/es/web.ts'),
}

export async function loadTexts(wanted: Preferences = preferencesOfPage()): Promise<void> {
  setTexts(await readTexts(wanted.language), wanted)
}

export const readTexts = (language: Language): Promise<Texts> => load[language]()

export function setTexts(read: Texts, reader: Preferences): void {
  texts = read
  preferences = reader
  format = new Formats(read.formats, reader)
}

let reader: Preferences | undefined

/** Those of the page that is shown next: in the reader's language, or in English where the whole page is. */
export async function changeTexts(isInEnglish: boolean): Promise<void> {
  reader ??= preferencesOfPage()
  const language = isInEnglish ? 'en' : reader.language
  // Not yet set on the first page.
  if ((preferences as Preferences | undefined)?.language !== language)
    await loadTexts({ ...reader, language })
  document.documentElement.lang = language
}

function preferencesOfPage(): Preferences {
  const { lang, dataset } = document.documentElement
  return choosePreferences([readChoices([lang, dataset.units, dataset.clock].join('.'))])
}
