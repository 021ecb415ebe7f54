// The frame of the settings: a list of them beside the one that is open.
import type { ComponentChildren } from 'preact'
import { texts } from '../../language/texts.ts'
import { PageHead } from './page-head.tsx'
import { type Tab, Tabs } from './tabs.tsx'

const SETTINGS = '/app/settings'

const listSettings = (): Tab[] => {
  const { tabs } = texts.account
  return [
    { path: SETTINGS, name: tabs.profile, icon: 'person' },
    { path: `${SETTINGS}/sharing`, name: tabs.sharing, icon: 'eye' },
    { path: `${SETTINGS}/security`, name: tabs.security, icon: 'shield' },
    { path: `${SETTINGS}/data`, name: tabs.data, icon: 'download' },
  ]
}

export function SettingsPage({ about, children }: { about: ComponentChildren; children: ComponentChildren }) {
  const settings = listSettings()
  const current = settings.findLast(({ path }) => location.pathname.startsWith(path)) ?? settings[0]!
  return (
    <div class="with-side">
      <Tabs tabs={settings} label={texts.shell.settings} current={current.path} />
      <div>
        <PageHead title={current.name} about={about} />
        {children}
      </div>
    </div>
  )
}
