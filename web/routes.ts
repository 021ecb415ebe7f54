// Every page there is. Each is fetched when it is first opened.
import type { Route } from './parts/router.ts'

export const routes: Route[] = [
  { pattern: '/app', load: () => import('./pages/logbook.tsx') },
  { pattern: '/app/logbook', load: () => import('./pages/logbook.tsx') },
  { pattern: '/app/upload', load: () => import('./pages/upload.tsx') },
  { pattern: '/app/flights/:id', load: () => import('./pages/flight.tsx') },
]
