import type { frame as English } from '../en/frame.ts'

export const frame: typeof English = {
  skip: 'Vai al contenuto',
  site: 'Sito',
  api: 'API',
  logbook: 'Libretto di volo',
  language: 'Lingua',
}
