import type { frame as English } from '../en/frame.ts'

export const frame: typeof English = {
  skip: 'Aller au contenu',
  main: 'Menu principal',
  logbook: 'Carnet de vol',
  language: 'Langue',
  tryFlight: 'Essayer',
  clubs: 'Clubs',
  developers: 'Développeurs',
  signIn: 'Se connecter',
}
