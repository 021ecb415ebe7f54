// Whether a flight can be seen in three dimensions, and the switch between them and the map. Its code is loaded when it is
// switched on; where it does not work, the map stays.
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FlightColumns } from '../map/flight-columns.ts'
import { hasHeights } from './heights.ts'
import type { Relief, Shown } from './scene.ts'

export interface ReliefSwitch {
  isOn: boolean
  toggle: () => void
}

export function useRelief(
  element: RefObject<HTMLElement | null>,
  columns: FlightColumns | undefined,
  isDrawn: boolean,
  shown: Omit<Shown, 'columns' | 'isFollowing'>,
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
    if (!columns || !isDrawn || typeof WebGL2RenderingContext === 'undefined') return undefined
    let isGone = false
    void hasHeights(columns).then((isThere) => !isGone && setOffered(isThere))
    return () => (isGone = true)
  }, [columns, isDrawn])

  useEffect(() => {
    if (!isOn || !columns) return undefined
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
        { ...latest.current, columns, isFollowing: isFollowing.current },
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
  }, [isOn, columns])

  const choice: ReliefSwitch | undefined = isOffered ? { isOn, toggle: () => setOn(!isOn) } : undefined
  const follow = (isFollowed: boolean) => {
    isFollowing.current = isFollowed
    relief.current?.follow(isFollowed)
  }
  return { choice, isOn, isShown, follow, view: relief }
}
