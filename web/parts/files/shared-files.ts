// Files that a phone has shared with the installed app. The service worker has kept them:
// server/site/scripts/service-worker.js.
import type { Account } from '#dashboard/account.ts'
import { get } from '../api.ts'

const SHARED = 'shared-files'
/** Files are forgotten without a sign-in by then. */
const MAX_AGE_MS = 3_600_000

/** They stay until somebody is signed in: then they are taken, once. */
export async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(SHARED))) return []
  const cache = await caches.open(SHARED)
  const answers = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
  const fresh = answers.filter((answer) => answer && ageOf(answer) < MAX_AGE_MS)
  // Leads to the sign-in and back when signed out.
  const account = fresh.length > 0 ? await get<Account>('/account') : undefined
  const own = fresh.filter((answer) => ['', account?.id].includes(accountOf(answer!)))
  const files = await Promise.all(own.map((answer) => toFile(answer!)))
  await caches.delete(SHARED)
  return files
}

/** The pilot who was signed in when they were shared; empty when none was. */
function accountOf(answer: Response): string {
  return answer.headers.get('x-account') ?? ''
}

function ageOf(answer: Response): number {
  return Date.now() - Number(answer.headers.get('x-shared-at'))
}

async function toFile(answer: Response): Promise<File> {
  return new File([await answer.blob()], decodeURIComponent(answer.headers.get('x-name') ?? 'shared.igc'))
}
