// Around every page that the server writes.

export const frame = {
  skip: 'Skip to content',
  site: 'Site',
  api: 'API',
  logbook: 'Logbook',
  language: 'Language',
}
