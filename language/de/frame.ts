import type { frame as English } from '../en/frame.ts'

export const frame: typeof English = {
  skip: 'Zum Inhalt springen',
  main: 'Hauptmenü',
  logbook: 'Flugbuch',
  language: 'Sprache',
  tryFlight: 'Testen',
  clubs: 'Vereine',
  developers: 'Entwickler',
  signIn: 'Anmelden',
}
