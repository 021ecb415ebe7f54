// What the server says to people, in all languages.
import { server as de } from './de/server.ts'
import { server as en } from './en/server.ts'
import { server as es } from './es/server.ts'
import { server as fr } from './fr/server.ts'
import { server as it } from './it/server.ts'
import { Formats } from './formats.ts'
import type { Language, Preferences } from './preferences.ts'

export type ServerTexts = typeof en

const all: Record<Language, ServerTexts> = { en, de, fr, it, es }

export const textsIn = (language: Language): ServerTexts => all[language]

export const formatsFor = (preferences: Preferences): Formats =>
  new Formats(all[preferences.language].formats, preferences)
