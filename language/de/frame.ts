import type { frame as English } from '../en/frame.ts'

export const frame: typeof English = {
  skip: 'Zum Inhalt springen',
  site: 'Seiten',
  api: 'API',
  logbook: 'Flugbuch',
  language: 'Sprache',
}
