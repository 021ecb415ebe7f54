// A request as a program in three languages. Pure: the description's examples in, text out.
import { writeCurl } from './languages/curl.ts'
import { writePython } from './languages/python.ts'
import { writeTypescript } from './languages/typescript.ts'
import type { SampleRequest } from './requests.ts'

export const languages = ['curl', 'typescript', 'python'] as const
export type Language = (typeof languages)[number]
export const languageNames: Record<Language, string> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
}

export function writeSamples(baseUrl: string, request: SampleRequest): Record<Language, string> {
  return {
    curl: writeCurl(baseUrl, request),
    typescript: writeTypescript(baseUrl, request),
    python: writePython(baseUrl, request),
  }
}

/** Where the reader's own key goes: as the samples read it from the environment, and as a text of the language. */
const keyPlaces: Record<Language, { variable: string; write: (key: string) => string }> = {
  curl: { variable: '$CLOUDSTREET_KEY', write: (key) => key },
  typescript: { variable: 'process.env.CLOUDSTREET_KEY!', write: (key) => `'${key}'` },
  python: { variable: 'os.environ["CLOUDSTREET_KEY"]', write: (key) => `"${key}"` },
}

export const keyVariable = (language: Language): string => keyPlaces[language].variable
/** A key is letters, digits and underscores: nothing in it needs to be escaped in any of the languages. */
export const writeKey = (language: Language, key: string): string => keyPlaces[language].write(key)
