// Pages of flights as the server writes them: there to be read before the first script runs. Built for Node.
import { render } from 'preact-render-to-string'
import type { VNode } from 'preact'
import type { Flight } from '#contract/flight.ts'
import type { SharedFlight } from '#contract/sharing/shared-flight.ts'
import type { Preferences } from '#language/preferences.ts'
import { readTexts, setTexts } from './language/texts.ts'
import FlightPage from './pages/flight.tsx'
import { TopBar } from './parts/menu/top-bar.tsx'
import { knowing } from './parts/load.ts'
import { SharedPage } from './shared/shared-page.tsx'

/** Its script takes the page over. */
export const writeShared = (
  reference: string,
  isEmbedded: boolean,
  value: SharedFlight,
  reader: Preferences,
): Promise<string> =>
  write(reader, () => render(<SharedPage reference={reference} isEmbedded={isEmbedded} loaded={{ value }} />))

/** Above the application, which is shown in its place as soon as it has the flight. */
export const writeOwn = (flight: Flight, reader: Preferences): Promise<string> =>
  write(reader, () => {
    const page: VNode = (
      <div id="first">
        <TopBar home="/app/logbook" />
        <main class="page" aria-busy="true">
          <FlightPage id={flight.id} />
        </main>
      </div>
    )
    return knowing(`/flights/${flight.id}`, { data: flight }, () => render(page))
  })

async function write(reader: Preferences, draw: () => string): Promise<string> {
  const texts = await readTexts(reader.language)
  // From here to the end without a pause: the texts, and what is known, are those of one reader at a time.
  setTexts(texts, reader)
  return draw()
}
