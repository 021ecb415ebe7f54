// A ranking: its places by page, each of which opens into its flights, other seasons, and how to check it all.
import { useState } from 'preact/hooks'
import type { Places, RankingRow, Season } from '#contract/clubs/api.ts'
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
  const places = useLoad<Places>(`/rankings/${parameters.ranking}?page=1`)
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
          {season.isClosed && ` · ${words.closed}`}
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
  const [{ page, club }, ask] = useState({ page: 1, club: '' })
  const loaded = useLoad<Places>(`/rankings/${ranking.id}?page=${page}${club && `&club=${club}`}`)
  const { data = [], rows = 0 } = loaded.value ?? {}
  const row = new URLSearchParams(location.search).get('row')
  const isLast = data.length < PAGE_SIZE || page * PAGE_SIZE >= rows
  return (
    <section class="card list-card" aria-label={ranking.name}>
      <div class="list-head">
        <div class="filters">
          <Switches season={season} ranking={ranking} />
          {season.club === null && ranking.rule.group.by === 'pilot' && !isVisitor() && (
            <OwnClubs club={club} choose={(wanted) => ask({ page: 1, club: wanted })} />
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
      {(page > 1 || !isLast) && (
        <div class="list-foot">
          <button class="secondary" disabled={page === 1} onClick={() => ask({ page: page - 1, club })}>
            {texts.logbook.previous}
          </button>
          <span class="soft small">{words.count(rows)}</span>
          <button class="secondary" disabled={isLast} onClick={() => ask({ page: page + 1, club })}>
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

const toNames = (named: readonly { id: string; name: string }[]) =>
  Object.fromEntries(named.map(({ id, name }) => [id, name]))

/** Other seasons of the same owner, and the other rankings of this one: classes have a ranking each. */
function Switches({ season, ranking }: Shown) {
  const { value = [season] } = useData<Season[]>(season.club ? `/seasons?club=${season.club}` : '/seasons')
  const seasons = value.filter(({ club, rankings }) => club === season.club && rankings.length > 0)
  const open = (wanted: Season, isWanted: (one: Ranking) => boolean) =>
    navigate(rankingPath(wanted, wanted.rankings.find(isWanted) ?? wanted.rankings[0]!))
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
    <a class="button secondary" href={addressOf(`/rankings/${id}?format=csv&pageSize=100`)} download>
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
