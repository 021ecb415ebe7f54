import type { frame as English } from '../en/frame.ts'

export const frame: typeof English = {
  skip: 'Aller au contenu',
  site: 'Site',
  api: 'API',
  logbook: 'Carnet de vol',
  language: 'Langue',
}
