// Every page: its path, its file in pages/, and its first requests to /app/api. The server preloads both with the
// HTML: neither waits for a script to ask for it.
import { VISITOR_FIXES } from '#dashboard/heights.ts'

export interface Route {
  pattern: string
  page: string
  asks: string[]
  /** Modules that the page imports dynamically. */
  parts?: string[]
}

const logbook = { page: 'logbook', asks: ['/logbook/statistics', '/logbook?page=1'] }
const drawing = ['flight/map/flight-map.ts', 'flight/map/barogram.ts']
const keys = { page: 'developers/keys', asks: ['/keys'] }

export const routes: Route[] = [
  { pattern: '/app', ...logbook },
  { pattern: '/app/logbook', ...logbook },
  { pattern: '/app/logbook/gliders', page: 'gliders', asks: ['/gliders'] },
  { pattern: '/app/upload', page: 'upload', asks: [] },
  { pattern: '/app/upload/automatic', page: 'automatic', asks: ['/devices', '/destinations'] },
  { pattern: '/app/upload/automatic/add/:id', page: 'add-device', asks: [] },
  { pattern: '/app/compare', page: 'compare', asks: ['/logbook?page=1'] },
  {
    pattern: '/app/flights/:id',
    page: 'flight',
    asks: ['/flights/:id', '/flights/:id/steps'],
    parts: drawing,
  },
  { pattern: '/app/developers', ...keys },
  { pattern: '/app/developers/keys', ...keys },
  { pattern: '/app/developers/applications', page: 'developers/applications', asks: ['/applications'] },
  {
    pattern: '/app/developers/applications/:id',
    page: 'developers/application',
    asks: ['/applications/:id'],
  },
  { pattern: '/app/developers/webhooks', page: 'developers/webhooks', asks: ['/webhooks'] },
  {
    pattern: '/app/developers/webhooks/:id',
    page: 'developers/webhook',
    asks: ['/webhooks', '/webhooks/:id/deliveries'],
  },
  { pattern: '/app/developers/usage', page: 'developers/usage', asks: ['/usage'] },
  { pattern: '/app/clubs', page: 'clubs', asks: ['/clubs?mine=true'] },
  { pattern: '/app/clubs/join/:token', page: 'clubs', asks: [] },
  { pattern: '/app/clubs/:id', page: 'clubs', asks: ['/clubs/:id', '/seasons?limit=100&clubId=:id'] },
  { pattern: '/app/clubs/:id/:tab', page: 'clubs', asks: ['/clubs/:id'] },
  { pattern: '/app/seasons/:season', page: 'clubs', asks: ['/seasons/:season'] },
  {
    pattern: '/app/seasons/:season/rankings/:ranking',
    page: 'clubs',
    asks: ['/seasons/:season', '/rankings/:ranking/rows?limit=25'],
  },
  { pattern: '/app/reviews/:queue', page: 'clubs', asks: ['/seasons/:queue'] },
  { pattern: '/app/settings', page: 'settings/profile', asks: [] },
  { pattern: '/app/settings/sharing', page: 'settings/sharing', asks: ['/sharing'] },
  {
    pattern: '/app/settings/security',
    page: 'settings/security',
    asks: ['/sessions', '/second-factors', '/security-log', '/connections', '/ledger', '/incidents'],
  },
  { pattern: '/app/settings/data', page: 'settings/data', asks: [] },
  // Nothing in advance: a proof may be asked for first.
  { pattern: '/app/admin', page: 'admin/overview', asks: [] },
  { pattern: '/app/admin/users', page: 'admin/users', asks: [] },
  { pattern: '/app/admin/applications', page: 'admin/applications', asks: [] },
  { pattern: '/app/admin/work', page: 'admin/work', asks: [] },
  { pattern: '/app/admin/mail', page: 'admin/mail', asks: [] },
  { pattern: '/app/admin/takeoffs', page: 'admin/takeoffs', asks: [] },
]

/** Developers' and operators' pages are written in English, and so are their frame and figures. */
export const isInEnglish = (path: string) => /^\/app\/(?:developers|admin)\b/.test(path)

/** The track of a shared flight, below its address in the API. */
export const SHARED_TRACK = `track?format=columns&resolution=${VISITOR_FIXES}`

/** Pages without a sign-in have a script each, and ask the public API. The frame for other sites asks for the same. */
export const visitorPages = [
  {
    pattern: '/f/:id',
    entry: 'shared/main.tsx',
    parts: drawing,
    asks: ['/api/v1/shared/:id', `/api/v1/shared/:id/${SHARED_TRACK}`],
  },
]
