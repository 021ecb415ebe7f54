// A button that unfolds a few actions or choices. Escape and a click elsewhere fold it again.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from '../icons.tsx'

export function Menu({
  label,
  icon = 'more',
  face,
  opens = 'down',
  isOff = false,
  children,
}: {
  label: string
  icon?: IconName
  /** Instead of the icon: says by itself what the menu is of. */
  face?: ComponentChildren
  /** Towards where there is room. */
  opens?: 'down' | 'up'
  isOff?: boolean
  /** `close` folds the menu, for actions that lead away. */
  children: (close: () => void) => ComponentChildren
}) {
  const [isOpen, setOpen] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => setOpen(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const closeFromOutside = (event: Event) => {
      if (!element.current?.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', closeFromOutside)
    document.addEventListener('focusin', closeFromOutside)
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside)
      document.removeEventListener('focusin', closeFromOutside)
    }
  }, [isOpen])
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
    element.current?.querySelector('button')?.focus()
  }
  return (
    <div class={`menu ${opens}`} ref={element} onKeyDown={closeByKey}>
      <button
        class={face ? 'quiet' : 'secondary'}
        type="button"
        {...(!face && { 'aria-label': label })}
        title={label}
        disabled={isOff}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {face ?? <Icon name={icon} />}
      </button>
      <div class="menu-items" id={id} hidden={!isOpen}>
        {isOpen && children(close)}
      </div>
    </div>
  )
}
