// The map of all tracks that the list shows. Neither the map nor the tracks are loaded before it is asked for.
import { texts } from '../language/texts.ts'
import { useData } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { navigate } from '../parts/router.ts'
import { type LoadMap, type TrackLine, TracksMap } from '../parts/tracks/tracks-map.tsx'

export function FlownTracks({ query, loadMap }: { query: string; loadMap: LoadMap }) {
  const { value, problem, reload } = useData<{ tracks: TrackLine[]; isComplete: boolean }>(
    `/flights/tracks${query === '' ? '' : `?${query}`}`,
  )
  if (problem) return <ProblemNotice problem={problem} retry={reload} />
  return (
    <TracksMap
      tracks={value?.tracks}
      open={(id) => navigate(`/app/flights/${id}`)}
      note={value && !value.isComplete ? texts.own.newestOnly : ''}
      loadMap={loadMap}
    />
  )
}
