import type { frame as English } from '../en/frame.ts'

export const frame: typeof English = {
  skip: 'Vai al contenuto',
  main: 'Menu principale',
  logbook: 'Libretto di volo',
  language: 'Lingua',
  tryFlight: 'Prova un volo',
  clubs: 'Club',
  developers: 'Sviluppatori',
  signIn: 'Accedi',
}
