// The server's texts for people, in all languages.
import * as de from './de/server.ts'
import * as en from './en/server.ts'
import * as es from './es/server.ts'
import * as fr from './fr/server.ts'
import * as it from './it/server.ts'
import { Formats } from './formats.ts'
import type { Language, Preferences } from './preferences.ts'

export type ServerTexts = typeof en

const all: Record<Language, ServerTexts> = { en, de, fr, it, es }

export const textsIn = (language: Language): ServerTexts => all[language]

export const formatsFor = (preferences: Preferences): Formats =>
  new Formats(all[preferences.language].formats, preferences)
