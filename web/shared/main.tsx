// A flight that its pilot shows to others: /f/{reference}, and /f/{reference}/embed for a frame on another site.
import '../theme.css'
import '../flight/flight.css'
import './shared.css'
import { hydrate, render } from 'preact'
import type { SharedFlight } from '#contract/sharing/shared-flight.ts'
import { loadTexts } from '../language/texts.ts'
import { painted } from '../parts/painted.ts'
import { loadShared } from './load-shared.ts'
import { SharedPage } from './shared-page.tsx'

const [, reference = '', isEmbedded] = /^\/f\/([0-9A-Za-z]+)(\/embed)?/.exec(location.pathname) ?? []
const root = document.querySelector('#app')
if (root?.firstElementChild) await painted()
const [loaded] = await Promise.all([loadShared<SharedFlight>(reference), loadTexts()])
if (root) {
  const page = <SharedPage reference={reference} isEmbedded={isEmbedded !== undefined} loaded={loaded} />
  // Written by the server, but for a flight that is gone since.
  const isThere = root.firstElementChild !== null && 'value' in loaded
  if (isThere) hydrate(page, root)
  else {
    root.replaceChildren()
    render(page, root)
  }
}
