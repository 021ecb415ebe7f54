// The tabs of a section; each has its own address.
import { useEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from '../icons.tsx'

export interface Tab {
  path: string
  name: string
  icon: IconName
}

export const developerTabs: Tab[] = [
  { path: '/app/developers/keys', name: 'Keys', icon: 'key' },
  { path: '/app/developers/applications', name: 'Applications', icon: 'app' },
  { path: '/app/developers/webhooks', name: 'Webhooks', icon: 'bolt' },
  { path: '/app/developers/usage', name: 'Usage', icon: 'chart' },
  { path: '/docs', name: 'Documentation', icon: 'book' },
]

export function Tabs({ tabs, label, current }: { tabs: Tab[]; label: string; current: string }) {
  const list = useRef<HTMLElement>(null)
  // On a phone not all of them fit.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !chosen) return
    list.current.scrollLeft = chosen.offsetLeft + (chosen.offsetWidth - list.current.clientWidth) / 2
  }, [current])
  return (
    <nav class="tabs" aria-label={label} ref={list}>
      {tabs.map((tab) => (
        <a key={tab.path} href={tab.path} aria-current={tab.path === current ? 'page' : undefined}>
          <Icon name={tab.icon} size={18} /> {tab.name}
        </a>
      ))}
    </nav>
  )
}
