// Searches the logbook while the pilot types.
import { texts } from '../language/texts.ts'
import { useEffect, useState } from 'preact/hooks'

/** Long enough to type on: not every key asks the server. */
const PAUSE_MS = 250

export function SearchField({ text, search }: { text: string; search: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  useEffect(() => {
    if (typed.trim() === text) return undefined
    const timer = setTimeout(() => search(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <input
      class="search-field"
      type="search"
      aria-label={texts.logbook.search}
      placeholder={texts.logbook.searchPlaceholder}
      maxLength={100}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
