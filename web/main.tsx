// The dashboard: which path shows which page.
import './theme.css'
import { render } from 'preact'
import { changeTexts } from './language/texts.ts'
import { isInEnglish } from './routes.ts'
import { Shell } from './shell.tsx'

await changeTexts(isInEnglish(location.pathname))
const root = document.querySelector('#app')
if (root) render(<Shell />, root)

// Only the installed app keeps flights, and gets files that a phone shares: in a browser's tab there is no service worker.
if (import.meta.env.PROD && matchMedia('(display-mode: standalone)').matches) {
  const { serviceWorker } = navigator
  serviceWorker
    ?.register('/app/service-worker.js', { scope: '/app/' })
    .then(() => serviceWorker.ready)
    .then(({ active }) => active?.postMessage('keep', []))
    .catch(() => undefined)
}
