// A ranking: its places by page, each of which opens into its flights, other seasons, and how to check it all.
import { useState } from 'preact/hooks'
import type { ListedSeason, RankingRow, RankingRows, Season } from '#contract/clubs/api.ts'
import type { Club } from '#contract/clubs/clubs.ts'
import { texts } from '../language/texts.ts'
import { addressOf, isVisitor } from '../parts/api.ts'
import { useData, useLoad } from '../parts/load.ts'
import { Empty, Wait } from '../parts/notices.tsx'
import { navigate, type PageProps } from '../parts/router.ts'
import { Pick } from '../parts/form/choose.tsx'
import { nameRow, type Ranking, rankingPath, writeFigure, writePeriod } from './figures.ts'
import { ClubPage } from './page.tsx'
import { OpenedRow } from './row-flights.tsx'
import { rankingWords as words } from './words.ts'

interface Shown {
  season: Season
  ranking: Ranking
}

export default function RankingView(parameters: PageProps) {
  const loaded = useData<Season>(`/seasons/${parameters.season}`)
  // Asked for although the season may not list it: the refusal says why, or leads to the sign-in.
  const places = useLoad<RankingRows>(`/rankings/${parameters.ranking}/rows`)
  const season = loaded.value
  const ranking = season?.rankings.find(({ id }) => id === parameters.ranking)
  if (!season || !ranking)
    return <ClubPage title={words.rankings} loaded={loaded.problem ? loaded : places} />
  const { rule } = ranking
  const least = rule.minimum ? writeFigure(rule, rule.minimum) : undefined
  return (
    <ClubPage
      title={ranking.name}
      about={
        <>
          <a href={`/app/seasons/${season.id}`}>{season.name}</a> · {writePeriod(season)}
          {season.closedAt && ` · ${words.closed}`}
          <br />
          {words.rule(rule.choice.best, least)}
        </>
      }
    >
      <PlaceList season={season} ranking={ranking} />
      <Check ranking={ranking} />
    </ClubPage>
  )
}

const PAGE_SIZE = 25

function PlaceList({ season, ranking }: Shown) {
  /** What each page before came after, and the club. */
  const [{ before, club }, ask] = useState({ before: [''], club: '' })
  const after = before.at(-1)
  const query = `${after && `&after=${after}`}${club && `&clubId=${club}`}`
  const loaded = useLoad<RankingRows>(`/rankings/${ranking.id}/rows?limit=${PAGE_SIZE}${query}`)
  const { data = [], pagination } = loaded.value ?? {}
  const { next, totalCount: total = 0 } = pagination ?? {}
  const row = new URLSearchParams(location.search).get('row')
  return (
    <section class="card list-card" aria-label={ranking.name}>
      <div class="list-head">
        <div class="filters">
          <Switches season={season} ranking={ranking} />
          {season.clubId === null && ranking.rule.group.by === 'pilot' && !isVisitor() && (
            <OwnClubs club={club} choose={(wanted) => ask({ before: [''], club: wanted })} />
          )}
        </div>
      </div>
      <Wait loaded={loaded} height="list" />
      {loaded.value && data.length === 0 && <Empty title={words.noPlaces}>{null}</Empty>}
      {row && loaded.value && data.every(({ key }) => key !== row) && (
        <OpenedRow ranking={ranking} row={row} isTitled />
      )}
      <ol class="places">
        {data.map((one) => (
          <PlaceRow key={one.key} ranking={ranking} row={one} isAsked={one.key === row} />
        ))}
      </ol>
      {(before.length > 1 || next) && (
        <div class="list-foot">
          <button
            class="secondary"
            disabled={before.length === 1}
            onClick={() => ask({ before: before.slice(0, -1), club })}
          >
            {texts.logbook.previous}
          </button>
          <span class="soft small">{words.count(total)}</span>
          <button
            class="secondary"
            disabled={!next}
            onClick={() => ask({ before: [...before, next!], club })}
          >
            {texts.logbook.next}
          </button>
        </div>
      )}
    </section>
  )
}

function PlaceRow({ ranking, row, isAsked }: Pick<Shown, 'ranking'> & { row: RankingRow; isAsked: boolean }) {
  const [isOpen, setOpen] = useState(isAsked)
  const toggle = ({ currentTarget: { open } }: { currentTarget: HTMLDetailsElement }) => {
    setOpen(open)
    // The address of a row can be passed on: of a pilot, a day, a take-off.
    if (open !== isOpen) history.replaceState(null, '', open ? `?row=${row.key}` : location.pathname)
  }
  const told = (
    <>
      <span class="place">{row.place ?? '–'}</span>
      <span class="name">{nameRow(ranking.rule, row)}</span>
      <span class="number">{writeFigure(ranking.rule, row.sum)}</span>
    </>
  )
  return (
    <li>
      <details open={isOpen} onToggle={toggle}>
        <summary>{told}</summary>
        {isOpen && <OpenedRow ranking={ranking} row={row.key} />}
      </details>
    </li>
  )
}

type Named = Pick<Ranking, 'id' | 'name'>

const toNames = (named: readonly Named[]) => Object.fromEntries(named.map(({ id, name }) => [id, name]))

/** Other seasons of the same owner, and the other rankings of this one: classes have a ranking each. */
function Switches({ season, ranking }: Shown) {
  const { value = [] } = useData<ListedSeason[]>(
    `/seasons?limit=100${season.clubId ? `&clubId=${season.clubId}` : ''}`,
  )
  const same = value.filter(({ clubId, rankings }) => clubId === season.clubId && rankings.length > 0)
  const seasons = same.length > 0 ? same : [season]
  const open = (
    wanted: Pick<ListedSeason, 'id'> & { rankings: Named[] },
    isWanted: (one: Named) => boolean,
  ) => navigate(rankingPath(wanted, wanted.rankings.find(isWanted) ?? wanted.rankings[0]!))
  return (
    <>
      <Pick
        label={words.season}
        names={toNames(seasons)}
        value={season.id}
        change={(wanted) =>
          open(
            seasons.find(({ id }) => id === wanted)!,
            ({ name }) => name === ranking.name,
          )
        }
      />
      <Pick
        label={words.ranking}
        names={toNames(season.rankings)}
        value={ranking.id}
        change={(wanted) => open(season, ({ id }) => id === wanted)}
      />
    </>
  )
}

function OwnClubs({ club, choose }: { club: string; choose: (club: string) => void }) {
  const { value = [] } = useData<Club[]>('/clubs?mine=true')
  const names = { '': words.allClubs, ...toNames(value) }
  return value.length > 0 ? <Pick label={words.allClubs} names={names} value={club} change={choose} /> : null
}

function Check({ ranking: { id, rule } }: Pick<Shown, 'ranking'>) {
  const open = rule.audience === 'public' ? `/rankings/${id}/proof.json` : undefined
  const table = (
    <a class="button secondary" href={addressOf(`/rankings/${id}/rows?format=csv&limit=100`)} download>
      CSV
    </a>
  )
  return (
    <section class="card form" aria-labelledby="check">
      <h2 id="check">{words.check}</h2>
      <p>{words.checkHow}</p>
      <pre class="command" tabIndex={0}>
        cloudstreet verify-ranking {open ? location.origin + open : 'proof.json'}
      </pre>
      <div class="row">
        <a class="button secondary" href={open ?? addressOf(`/rankings/${id}/proof`)} download="proof.json">
          {words.proof}
        </a>
        {table}
      </div>
    </section>
  )
}
