import type { frame as English } from '../en/frame.ts'

export const frame: typeof English = {
  skip: 'Ir al contenido',
  main: 'Menú principal',
  logbook: 'Libro de vuelos',
  language: 'Idioma',
  tryFlight: 'Probar un vuelo',
  clubs: 'Clubes',
  developers: 'Desarrolladores',
  signIn: 'Iniciar sesión',
}
