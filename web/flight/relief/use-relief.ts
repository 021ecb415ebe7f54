// Whether flights can be seen in three dimensions, and the switch between them and the map. Its code is loaded when it is
// switched on; where it does not work, the map stays.
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FlightColumns } from '../map/flight-columns.ts'
import { hasHeights } from './heights.ts'
import type { Cursor } from '../cursor.ts'
import type { Flown } from './drawing.ts'
import type { Relief, Seeing, Shown } from './scene.ts'

export interface ReliefSwitch {
  isOn: boolean
  toggle: () => void
}

/** By the cursor of its page. */
export const seeCursor = (cursor: Cursor, columns: FlightColumns | undefined): Seeing => ({
  now: () => {
    const { index: fix } = cursor
    if (fix === undefined || !columns) return []
    const { latitude, longitude, altitude } = columns
    return [{ fix, latitude: latitude[fix]!, longitude: longitude[fix]!, altitude: altitude[fix]! }]
  },
  begin: () => cursor.set(0),
  listen: (listener) => cursor.listen(listener),
})

export function useRelief(
  element: RefObject<HTMLElement | null>,
  /** Another list draws them anew. */
  flights: readonly Flown[] | undefined,
  isDrawn: boolean,
  shown: Omit<Shown, 'flights' | 'isFollowing'>,
) {
  const [isOffered, setOffered] = useState(false)
  const [isOn, setOn] = useState(false)
  const [isShown, setShown] = useState(false)
  const relief = useRef<Relief | undefined>(undefined)
  const isFollowing = useRef(false)
  const latest = useRef(shown)
  latest.current = shown

  useEffect(() => {
    setOn(false)
    setOffered(false)
    if (!flights?.[0] || !isDrawn || typeof WebGL2RenderingContext === 'undefined') return undefined
    let isGone = false
    void hasHeights(flights[0].columns).then((isThere) => !isGone && setOffered(isThere))
    return () => (isGone = true)
  }, [flights, isDrawn])

  useEffect(() => {
    if (!isOn || !flights) return undefined
    let isGone = false
    const giveUp = () => {
      setOn(false)
      setOffered(false)
    }
    const show = async () => {
      const { showRelief } = await import('./scene.ts')
      if (isGone || !element.current) return
      const view = await showRelief(
        element.current,
        { ...latest.current, flights, isFollowing: isFollowing.current },
        giveUp,
      )
      if (isGone) view?.remove()
      else if (view) {
        relief.current = view
        setShown(true)
      } else giveUp()
    }
    show().catch(giveUp)
    return () => {
      isGone = true
      relief.current?.remove()
      relief.current = undefined
      setShown(false)
    }
  }, [isOn, flights])

  const choice: ReliefSwitch | undefined = isOffered ? { isOn, toggle: () => setOn(!isOn) } : undefined
  const follow = (isFollowed: boolean) => {
    isFollowing.current = isFollowed
    relief.current?.follow(isFollowed)
  }
  return { choice, isOn, isShown, follow, view: relief }
}
