// A part of a page that most readers never open: its code and its texts are loaded with it.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Skeleton } from './notices.tsx'
import type { PageProps } from './router.ts'

interface Room {
  openView: (parameters: PageProps) => Promise<ComponentType<PageProps>>
}

export function OnDemand({ load, parameters = {} }: { load: () => Promise<Room>; parameters?: PageProps }) {
  const [View, setView] = useState<ComponentType<PageProps>>()
  useEffect(() => {
    void load()
      .then(({ openView }) => openView(parameters))
      .then((view) => setView(() => view))
  }, [])
  return View ? <View {...parameters} /> : <Skeleton height="page" />
}
