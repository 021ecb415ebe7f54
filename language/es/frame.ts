import type { frame as English } from '../en/frame.ts'

export const frame: typeof English = {
  skip: 'Ir al contenido',
  site: 'Sitio',
  api: 'API',
  logbook: 'Libro de vuelos',
  language: 'Idioma',
}
