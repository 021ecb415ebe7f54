// A flight that its pilot shows to others: /f/{reference}, and /f/{reference}/embed for a frame on another site.
import '../theme.css'
import '../flight/flight.css'
import './shared.css'
import { render } from 'preact'
import { loadTexts } from '../language/texts.ts'
import { SharedPage } from './shared-page.tsx'

await loadTexts()
const [, reference = '', isEmbedded] = /^\/f\/([0-9A-Za-z]+)(\/embed)?/.exec(location.pathname) ?? []
const root = document.querySelector('#app')
if (root) {
  // Written by the server for readers without scripts.
  root.replaceChildren()
  render(<SharedPage reference={reference} isEmbedded={isEmbedded !== undefined} />, root)
}
