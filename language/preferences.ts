// How somebody reads the pages: language, units, clock. Without a choice the browser's settings decide.

export const languages = ['en', 'de', 'fr', 'it', 'es'] as const
export type Language = (typeof languages)[number]

/** As its speakers write it. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  es: 'Español',
}

export const unitSystems = ['metric', 'imperial'] as const
export type Units = (typeof unitSystems)[number]

export const clocks = ['24h', '12h'] as const
export type Clock = (typeof clocks)[number]

export interface Preferences {
  language: Language
  units: Units
  clock: Clock
}

/** Null or absent: not chosen. */
export type Choices = { [Name in keyof Preferences]?: Preferences[Name] | null | undefined }

/** The first that has chosen decides, each preference by itself. */
export function choosePreferences(
  choices: readonly (Choices | undefined)[],
  acceptLanguage?: string,
): Preferences {
  const first = <Name extends keyof Preferences>(name: Name) =>
    choices.find((choice) => choice?.[name])?.[name]
  return {
    language: first('language') ?? acceptedLanguage(acceptLanguage) ?? 'en',
    units: first('units') ?? 'metric',
    clock: first('clock') ?? '24h',
  }
}

/** A browser lists a handful; a header made to be long is not read to its end. */
const MAX_ACCEPTED = 20

/** `de-CH,de;q=0.9,en;q=0.8` is German. */
function acceptedLanguage(header = ''): Language | undefined {
  const wanted = header.split(',', MAX_ACCEPTED).map((entry) => {
    const [tag = '', weight] = entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/, 2)
    const language = languages.find((one) => one === tag.split('-', 1)[0])
    return { language, weight: weight === undefined ? 1 : Number(weight) }
  })
  const known = wanted.filter(({ language, weight }) => language && weight > 0)
  return known.sort((a, b) => b.weight - a.weight)[0]?.language
}

/** As a cookie keeps them: `de.imperial`. Unknown words are ignored. */
export function readChoices(text = ''): Choices {
  const words = text.split('.', 3)
  const find = <Value extends string>(values: readonly Value[]) =>
    values.find((value) => words.includes(value))
  return { language: find(languages), units: find(unitSystems), clock: find(clocks) }
}

export function writeChoices({ language, units, clock }: Choices): string {
  return [language, units, clock].filter(Boolean).join('.')
}
