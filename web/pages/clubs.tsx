// Every page of clubs, their seasons and rankings.
import { OnDemand } from '../parts/on-demand.tsx'
import type { PageProps } from '../parts/router.ts'

const loadClubs = () => import('../clubs/views.ts')

export default function Clubs(parameters: PageProps) {
  return <OnDemand load={loadClubs} parameters={parameters} />
}
