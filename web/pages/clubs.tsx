// Every page of clubs, their seasons and rankings.
import { OnDemand } from '../parts/on-demand.tsx'
import type { PageProps } from '../parts/router.ts'

// Pages of flights link to those of clubs: the map that both show is handed over here.
const loadClubs = async () => {
  const { openView } = await import('../clubs/views.ts')
  return { openView: (asked: PageProps) => openView(asked, () => import('../flight/map/flight-map.ts')) }
}

export default function Clubs(parameters: PageProps) {
  return <OnDemand load={loadClubs} parameters={parameters} />
}
