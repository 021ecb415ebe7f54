// What stands below or beside the first things of a page, laid out when those are painted: a telephone is quicker with
// two short pieces of work than with a long one.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export function Later({ children }: { children: ComponentChildren }) {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setLater(true))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isLater ? <>{children}</> : null
}
