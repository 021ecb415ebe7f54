// The dashboard: which path shows which page.
import './theme.css'
import { render } from 'preact'
import { loadTexts } from './language/texts.ts'
import { Shell } from './shell.tsx'

await loadTexts()
const root = document.querySelector('#app')
if (root) render(<Shell />, root)

// Only the installed app gets files that a phone shares; a tab in a browser needs no service worker.
if (import.meta.env.PROD && matchMedia('(display-mode: standalone)').matches) {
  void navigator.serviceWorker?.register('/app/service-worker.js', { scope: '/app/' }).catch(() => undefined)
}
