// Around every page, of the server and of the dashboard.

export const frame = {
  skip: 'Skip to content',
  main: 'Main',
  logbook: 'Logbook',
  language: 'Language',
  tryFlight: 'Try a flight',
  clubs: 'Clubs',
  developers: 'Developers',
  signIn: 'Sign in',
}
