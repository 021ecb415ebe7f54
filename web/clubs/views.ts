// The pages of clubs, with their texts: both are loaded when one is opened, since most readers open none.
import type { ComponentType } from 'preact'
import type { PageProps } from '../parts/router.ts'
import type { LoadMap } from '../parts/tracks/tracks-map.tsx'
import ClubList from './club-list.tsx'
import ClubView from './club-view.tsx'
import JoinView from './join-view.tsx'
import RankingView from './ranking-view.tsx'
import ReviewView from './review/queue.tsx'
import { setMap } from './season/season-map.tsx'
import SeasonView from './season/season-view.tsx'
import './rankings.css'
import './review/review.css'
import './season/season.css'
import { loadWords } from './words.ts'

/** By the parameter that its path has, the first of these. */
const views: readonly [name: string, Page: ComponentType<PageProps>][] = [
  ['token', JoinView],
  ['ranking', RankingView],
  ['season', SeasonView],
  ['queue', ReviewView],
  ['id', ClubView],
]

export async function openView(parameters: PageProps, loadMap: LoadMap): Promise<ComponentType<PageProps>> {
  setMap(loadMap)
  await loadWords()
  return views.find(([name]) => name in parameters)?.[1] ?? ClubList
}
