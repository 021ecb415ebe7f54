// The page of a shared flight as the server writes it: there to be read before the first script runs, which then takes it
// over. Built for Node.
import { render } from 'preact-render-to-string'
import type { Preferences } from '#language/preferences.ts'
import type { SharedFlight } from '#contract/sharing/shared-flight.ts'
import { readTexts, setTexts } from '../language/texts.ts'
import { SharedPage } from './shared-page.tsx'

export async function writeShared(
  reference: string,
  isEmbedded: boolean,
  value: SharedFlight,
  reader: Preferences,
): Promise<string> {
  const texts = await readTexts(reader.language)
  // From here to the end without a pause: the texts are those of one reader at a time.
  setTexts(texts, reader)
  return render(<SharedPage reference={reference} isEmbedded={isEmbedded} loaded={{ value }} />)
}
