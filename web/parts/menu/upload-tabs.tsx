// The two ways in: files by hand, and all that comes by itself.
import { texts } from '../../language/texts.ts'
import { Tabs } from './tabs.tsx'

export function UploadTabs({ current }: { current: string }) {
  const { title, tabs } = texts.upload
  return (
    <Tabs
      label={title}
      current={current}
      tabs={[
        { path: '/app/upload', name: tabs.files, icon: 'upload' },
        { path: '/app/upload/automatic', name: tabs.automatic, icon: 'refresh' },
      ]}
    />
  )
}
