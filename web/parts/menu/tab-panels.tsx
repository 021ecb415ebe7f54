// Panels of one page of which one is shown at a time. All stay mounted: text being typed survives a change of tab.
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'

export interface TabPanel {
  name: string
  content: ComponentChildren
}

/** Keys that move from tab to tab, as in https://www.w3.org/WAI/ARIA/apg/patterns/tabs/. */
const moves: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

export function TabPanels({ label, panels }: { label: string; panels: readonly TabPanel[] }) {
  const [shown, setShown] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const moveByKey = (event: KeyboardEvent) => {
    const next = moves[event.key]?.(shown, panels.length)
    if (next === undefined) return
    event.preventDefault()
    setShown(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div class="tabs in-place" role="tablist" aria-label={label} ref={list} onKeyDown={moveByKey}>
        {panels.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === shown}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => setShown(index)}
          >
            {name}
          </button>
        ))}
      </div>
      {panels.map(({ name, content }, index) => (
        <div
          key={name}
          class="tab-panel"
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== shown}
        >
          {content}
        </div>
      ))}
    </>
  )
}
