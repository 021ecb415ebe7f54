// Pages that most readers never open: clubs with their rankings, and forwarding. Code and texts are loaded with them.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Skeleton } from '../parts/notices.tsx'
import type { PageProps } from '../parts/router.ts'

export default function OnDemand(parameters: PageProps) {
  const [Page, setPage] = useState<ComponentType<PageProps>>()
  useEffect(() => {
    const isForwarding = location.pathname.startsWith('/app/destinations')
    const room = isForwarding ? import('../forwards/views.tsx') : import('../clubs/views.ts')
    void room.then(({ openView }) => openView(parameters)).then((view) => setPage(() => view))
  }, [])
  return Page ? <Page {...parameters} /> : <Skeleton height="page" />
}
