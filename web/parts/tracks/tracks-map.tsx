// A map of tracks. It is loaded when it comes into view.
import { useEffect, useRef } from 'preact/hooks'
import { format, texts } from '../../language/texts.ts'
import { Skeleton } from '../notices.tsx'
import './tracks-map.css'

export interface TrackLine {
  id: string
  date: string
  /** An encoded polyline, or latitudes and longitudes in turns. */
  line: string | number[]
}

export type LoadMap = () => Promise<{
  showTracksMap: (
    element: HTMLElement,
    tracks: readonly TrackLine[],
    on: { open: (id: string) => void; describe: (date: string) => string },
  ) => { remove: () => void }
}>

export function TracksMap({
  tracks,
  open,
  note = '',
  loadMap,
}: {
  /** Undefined while they load. */
  tracks: readonly TrackLine[] | undefined
  open: (id: string) => void
  note?: string
  loadMap: LoadMap
}) {
  const element = useRef<HTMLDivElement>(null)
  // The same tracks again are no reason to draw another map.
  const drawn = tracks?.map(({ id }) => id).join()
  useEffect(() => {
    if (!tracks || !element.current) return undefined
    let isGone = false
    let remove: (() => void) | undefined
    const show = async () => {
      const { showTracksMap } = await loadMap()
      if (isGone || !element.current) return
      remove = showTracksMap(element.current, tracks, { open, describe: (date) => format.day(date) }).remove
    }
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      void show()
    })
    seen.observe(element.current)
    return () => {
      isGone = true
      seen.disconnect()
      remove?.()
    }
  }, [drawn])
  return (
    <div class="tracks-view">
      <div class="map-frame tracks-frame">
        <div class="tracks-map" ref={element} />
        {!tracks && <Skeleton height="drawing" />}
      </div>
      <p class="soft small" role="status">
        {tracks && texts.own.tracks(tracks.length)} · {texts.own.mapHint}
        {note && ` ${note}`}
      </p>
    </div>
  )
}
