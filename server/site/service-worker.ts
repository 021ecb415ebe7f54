// The script of the service worker: what it keeps of the application is of one release, for one reader.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Preferences } from '#language/preferences.ts'
import type { FirstLoads } from './first-loads.ts'

/** Outside the dashboard's files, and shown on each of its pages. */
const ICON = '/assets/icon.svg'

/** Another release, and another language, is another script to the browser, which then keeps the new files. */
export function createServiceWorker(
  { fonts, texts, offline }: FirstLoads,
  writePage: (preferences: Preferences) => string,
) {
  const script = readFileSync(join(import.meta.dirname, 'scripts/service-worker.js'), 'utf8')
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    vary: 'Accept-Language, Cookie',
  }
  return (preferences: Preferences) => {
    const files = [...new Set([...offline, ...fonts, ...texts[preferences.language], ICON])]
    const name = createHash('sha256').update(writePage(preferences)).update(files.join()).digest('hex')
    const kept = { name: name.slice(0, 16), files }
    return { headers, script: `const APP = ${JSON.stringify(kept)}\n${script}` }
  }
}
