// Every page there is. Each is fetched when it is first opened.
import type { Route } from './parts/router.ts'

export const routes: Route[] = [
  { pattern: '/app', load: () => import('./pages/logbook.tsx') },
  { pattern: '/app/logbook', load: () => import('./pages/logbook.tsx') },
  { pattern: '/app/upload', load: () => import('./pages/upload.tsx') },
  { pattern: '/app/flights/:id', load: () => import('./pages/flight.tsx') },
  { pattern: '/app/developers', load: () => import('./pages/developers/keys.tsx') },
  { pattern: '/app/developers/keys', load: () => import('./pages/developers/keys.tsx') },
  { pattern: '/app/developers/applications', load: () => import('./pages/developers/applications.tsx') },
  { pattern: '/app/developers/applications/:id', load: () => import('./pages/developers/application.tsx') },
  { pattern: '/app/developers/webhooks', load: () => import('./pages/developers/webhooks.tsx') },
  { pattern: '/app/developers/webhooks/:id', load: () => import('./pages/developers/webhook.tsx') },
  { pattern: '/app/developers/usage', load: () => import('./pages/developers/usage.tsx') },
  { pattern: '/app/account', load: () => import('./pages/account/profile.tsx') },
  { pattern: '/app/account/connections', load: () => import('./pages/account/connections.tsx') },
  { pattern: '/app/account/sessions', load: () => import('./pages/account/sessions.tsx') },
  { pattern: '/app/account/data', load: () => import('./pages/account/data.tsx') },
]
