// Map and barogram on the whole screen, where the browser can do that.
import { useEffect, useState } from 'preact/hooks'

export interface FullScreen {
  isFull: boolean
  /** Undefined where the browser, or the page around a frame, does not allow it. */
  toggle: (() => void) | undefined
}

export function useFullScreen(find: () => Element | null): FullScreen {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const read = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : find()?.requestFullscreen()
    // Refused: the map stays as it is.
    change?.catch(() => undefined)
  }
  // The server, which has no document, writes the page for most browsers.
  const isOffered = globalThis.document?.fullscreenEnabled ?? true
  return { isFull, toggle: isOffered ? toggle : undefined }
}
