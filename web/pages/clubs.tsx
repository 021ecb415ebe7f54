// The pilot's clubs, one of them, or an invitation to one.
import { useEffect, useState } from 'preact/hooks'
import type { View } from '../clubs/views.ts'
import { Skeleton } from '../parts/notices.tsx'
import type { PageProps } from '../parts/router.ts'

export default function Clubs(parameters: PageProps) {
  const [view, setView] = useState<View>()
  useEffect(() => {
    void import('../clubs/views.ts').then(({ openView }) => openView(parameters)).then(setView)
  }, [])
  return view ? <view.Page words={view.words} parameters={parameters} /> : <Skeleton height="page" />
}
