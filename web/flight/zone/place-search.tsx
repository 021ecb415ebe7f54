// Places by name: the pilot's own take-offs first, then towns of the built-in map.
import { useEffect, useState } from 'preact/hooks'
import type { FoundPlace } from '#dashboard/map.ts'
import { texts } from '../../language/texts.ts'
import { get } from '../../parts/api.ts'
import { namePlace, nameRegion } from '../../parts/format.ts'

/** Long enough to type on: not every key asks the server. */
const PAUSE_MS = 250

export function PlaceSearch({ choose }: { choose: (place: FoundPlace) => void }) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<FoundPlace[]>()
  const wanted = text.trim()
  useEffect(() => {
    setFound(undefined)
    if (wanted === '') return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      get<FoundPlace[]>(`/map/places?text=${encodeURIComponent(wanted)}`).then(
        (places) => isCurrent && setFound(places),
        () => isCurrent && setFound([]),
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted])
  const take = (place: FoundPlace | undefined) => {
    if (!place) return
    setText('')
    choose(place)
  }
  return (
    <div class="field">
      <label for="zone-search">{texts.sharing.findPlace}</label>
      <input
        id="zone-search"
        type="search"
        maxLength={80}
        autoComplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take(found?.[0])
        }}
      />
      <span class="hint" role="status">
        {found?.length === 0 && texts.sharing.noSuchPlace}
      </span>
      {found && found.length > 0 && (
        <ul class="places">
          {found.map((place) => (
            <li key={`${place.name} ${place.lat} ${place.lng}`}>
              <button class="quiet" type="button" onClick={() => take(place)}>
                {namePlace(place.name)}
                {nameRegion(place.country, ', ')}
                {place.kind === 'takeoff' && <span class="tag">{texts.sharing.ownTakeoff}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
