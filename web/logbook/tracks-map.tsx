// The map of all tracks that the list shows. Neither the map nor the tracks are loaded before it is asked for.
import { useEffect, useRef } from 'preact/hooks'
import { format, texts } from '../language/texts.ts'
import { useData } from '../parts/load.ts'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { navigate } from '../parts/router.ts'

interface Tracks {
  tracks: { id: string; date: string; line: string }[]
  isComplete: boolean
}

export type LoadMap = () => Promise<{
  showTracksMap: (
    element: HTMLElement,
    tracks: Tracks['tracks'],
    on: { open: (id: string) => void; describe: (date: string) => string },
  ) => { remove: () => void }
}>

export function TracksMap({ query, loadMap }: { query: string; loadMap: LoadMap }) {
  const loaded = useData<Tracks>(`/flights/tracks${query === '' ? '' : `?${query}`}`)
  const element = useRef<HTMLDivElement>(null)
  const { value } = loaded
  useEffect(() => {
    if (!value) return undefined
    let isGone = false
    let remove: (() => void) | undefined
    const show = async () => {
      const { showTracksMap } = await loadMap()
      if (isGone || !element.current) return
      const open = (id: string) => navigate(`/app/flights/${id}`)
      const describe = (date: string) => format.day(date)
      remove = showTracksMap(element.current, value.tracks, { open, describe }).remove
    }
    void show()
    return () => {
      isGone = true
      remove?.()
    }
  }, [value])
  return (
    <div class="tracks-view">
      <ProblemNotice problem={loaded.problem} retry={loaded.reload} />
      <div class="map-frame tracks-frame">
        <div class="tracks-map" ref={element} />
        {!value && !loaded.problem && <Skeleton height="drawing" />}
      </div>
      <p class="soft small" role="status">
        {value && texts.own.tracks(value.tracks.length)} · {texts.own.mapHint}
        {value && !value.isComplete && ` ${texts.own.newestOnly}`}
      </p>
    </div>
  )
}
