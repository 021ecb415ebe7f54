// The dashboard: which path shows which page.
import './theme.css'
import { render } from 'preact'
import { painted } from './parts/painted.ts'
import { changeTexts } from './language/texts.ts'
import { isInEnglish } from './routes.ts'
import { isVisitor } from './parts/api.ts'
import { hasUnsent } from './parts/files/unsent-files.ts'
import { Shell } from './shell.tsx'

/** The page that is open comes first: what is kept are dozens of files. */
const KEEPS_AFTER_MS = 4000

if (document.querySelector('#first')) await painted()
await changeTexts(isInEnglish(location.pathname))
const root = document.querySelector('#app')
if (root) render(<Shell />, root)

// It keeps the last flights for when there is no network, and takes files that a phone shares with the installed app.
if (import.meta.env.PROD && !isVisitor()) setTimeout(keepForLater, KEEPS_AFTER_MS)

function keepForLater(): void {
  const { serviceWorker } = navigator
  serviceWorker
    ?.register('/app/service-worker.js', { scope: '/app/' })
    .then(() => serviceWorker.ready)
    .then(({ active }) => active?.postMessage('keep', []))
    .catch(() => undefined)
}

// Files that were chosen without a network, whatever page is open now.
if (await hasUnsent()) void import('./pages/upload.tsx').then(({ resume }) => resume())
