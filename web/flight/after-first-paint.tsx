// Renders its children after the first paint: on a phone two short tasks are quicker than one long one.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export function AfterFirstPaint({ children }: { children: ComponentChildren }) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted(true))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted ? <>{children}</> : null
}
