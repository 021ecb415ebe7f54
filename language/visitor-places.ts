// The navigation of every page that needs no sign-in; each name is a text of `frame`.
export const visitorPlaces = [
  { path: '/try', name: 'tryFlight' },
  { path: '/app/clubs', name: 'clubs' },
  { path: '/docs', name: 'developers' },
  { path: '/sign-in', name: 'signIn' },
] as const
