// The pilot's clubs, one of them, an invitation to one, or its seasons, rankings and reviews.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Skeleton } from '../parts/notices.tsx'
import type { PageProps } from '../parts/router.ts'

export default function Clubs(parameters: PageProps) {
  const [Page, setPage] = useState<ComponentType<PageProps>>()
  useEffect(() => {
    void import('../clubs/views.ts')
      .then(({ openView }) => openView(parameters))
      .then((view) => setPage(() => view))
  }, [])
  return Page ? <Page {...parameters} /> : <Skeleton height="page" />
}
