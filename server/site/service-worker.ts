// The script of the service worker: what it keeps of the application is of one release, for one reader.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { onRequestAsyncHookHandler } from 'fastify'
import type { Preferences } from '#language/preferences.ts'
import type { App } from '#server/platform/http/http.ts'
import { preferencesOf } from '#server/platform/requests/preferences.ts'
import type { FirstLoads } from './first-loads.ts'

/** Outside the dashboard's files, and shown on each of its pages. */
const ICON = '/assets/icon.svg'

interface Hidden {
  schema: { hide: boolean }
  onRequest: onRequestAsyncHookHandler
}

/** Another release, and another language, is another script to the browser, which then keeps the new files. */
export function addServiceWorker(
  app: App,
  options: Hidden,
  { fonts, texts, offline }: FirstLoads,
  writePage: (preferences: Preferences) => string,
): void {
  const script = readFileSync(join(import.meta.dirname, 'scripts/service-worker.js'), 'utf8')
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    vary: 'Accept-Language, Cookie',
  }
  app.get('/app/service-worker.js', options, async (request, reply) => {
    const preferences = preferencesOf(request)
    const files = [...new Set([...offline, ...fonts, ...texts[preferences.language], ICON])]
    const name = createHash('sha256').update(writePage(preferences)).update(files.join()).digest('hex')
    const kept = { name: name.slice(0, 16), files }
    const body = `const APP = ${JSON.stringify(kept)}\n${script}`
    return reply.headers(headers).type('text/javascript; charset=utf-8').send(body)
  })
}
