// A ranking: its places by page, each of which opens into its flights, other seasons, and how to check it all.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Places, RankingRow, Season } from '#contract/clubs/api.ts'
import type { Club } from '#contract/clubs/clubs.ts'
import { texts } from '../language/texts.ts'
import { addressOf, isVisitor } from '../parts/api.ts'
import { useData, useLoad } from '../parts/load.ts'
import { Empty, ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { navigate } from '../parts/router.ts'
import { nameRow, type Ranking, rankingPath, writeFigure, writePeriod } from './figures.ts'
import { OpenedRow } from './row-flights.tsx'
import { SignIn } from './season-view.tsx'
import type { ClubPageProps, ClubTexts } from './words.ts'

interface Shown {
  words: ClubTexts
  season: Season
  ranking: Ranking
}

export default function RankingView({ words, parameters }: ClubPageProps) {
  const { value: season, problem, reload } = useData<Season>(`/seasons/${parameters.season}`)
  // Asked for although the season may not list it: the refusal says why, or leads to the sign-in.
  const first = useLoad<Places>(`/rankings/${parameters.ranking}?page=1`)
  const ranking = season?.rankings.find(({ id }) => id === parameters.ranking)
  useEffect(() => {
    document.title = `${ranking?.name ?? words.ranking.rankings} · Cloudstreet`
  }, [ranking?.name])
  if (!season || !ranking)
    return (
      <>
        <h1>{words.ranking.rankings}</h1>
        <ProblemNotice problem={problem ?? first.problem} retry={reload} />
        {!problem && !first.problem && <Skeleton height="page" />}
      </>
    )
  const shown = { words, season, ranking }
  const { choice, minimum } = ranking.rule
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>{ranking.name}</h1>
          <p>
            <a href={`/app/seasons/${season.id}`}>{season.name}</a> · {writePeriod(season)}
            {season.isClosed && ` · ${words.ranking.closed}`}
            <br />
            {words.ranking.rule(choice.best, minimum ? writeFigure(words, ranking.rule, minimum) : undefined)}
          </p>
        </div>
      </div>
      <PlaceList {...shown} />
      <Check {...shown} />
      {isVisitor() && <SignIn words={words} />}
    </div>
  )
}

const PAGE_SIZE = 25

function PlaceList({ words, season, ranking }: Shown) {
  const [page, setPage] = useState(1)
  const [club, setClub] = useState('')
  const path = `/rankings/${ranking.id}?page=${page}${club && `&club=${club}`}`
  const { value: places, problem, reload } = useLoad<Places>(path)
  const asked = new URLSearchParams(location.search).get('row')
  const isElsewhere = asked !== null && places && places.data.every(({ key }) => key !== asked)
  return (
    <section class="card list-card" aria-label={ranking.name}>
      <div class="list-head">
        <Switches words={words} season={season} ranking={ranking}>
          {season.club === null && ranking.rule.group.by === 'pilot' && !isVisitor() && (
            <OwnClubs words={words} club={club} choose={(wanted) => (setPage(1), setClub(wanted))} />
          )}
        </Switches>
      </div>
      <ProblemNotice problem={problem} retry={reload} />
      {!places && !problem && <Skeleton height="list" />}
      {places?.data.length === 0 && <Empty title={words.ranking.noPlaces}>{null}</Empty>}
      {isElsewhere && <OpenedRow words={words} ranking={ranking} row={asked} isTitled />}
      <ol class="places">
        {places?.data.map((row) => (
          <PlaceRow key={row.key} words={words} ranking={ranking} row={row} isAsked={row.key === asked} />
        ))}
      </ol>
      {places && (page > 1 || places.rows > PAGE_SIZE) && (
        <div class="list-foot">
          <button class="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {texts.logbook.previous}
          </button>
          <span class="soft small">{words.ranking.count(places.rows)}</span>
          <button
            class="secondary"
            disabled={places.data.length < PAGE_SIZE || page * PAGE_SIZE >= places.rows}
            onClick={() => setPage(page + 1)}
          >
            {texts.logbook.next}
          </button>
        </div>
      )}
    </section>
  )
}

function PlaceRow({
  words,
  ranking,
  row,
  isAsked,
}: {
  words: ClubTexts
  ranking: Ranking
  row: RankingRow
  isAsked: boolean
}) {
  const [isOpen, setOpen] = useState(isAsked)
  const toggle = (event: Event) => {
    const { open } = event.currentTarget as HTMLDetailsElement
    setOpen(open)
    // The address of a row can be passed on: of a pilot, a day, a take-off.
    if (open !== isOpen) history.replaceState(null, '', open ? `?row=${row.key}` : location.pathname)
  }
  return (
    <li>
      <details open={isOpen} onToggle={toggle}>
        <summary>
          <span class="place">{row.place ?? '–'}</span>
          <span class="name">{nameRow(words, ranking.rule, row)}</span>
          <span class="number">{writeFigure(words, ranking.rule, row.sum)}</span>
        </summary>
        {isOpen && <OpenedRow words={words} ranking={ranking} row={row.key} />}
      </details>
    </li>
  )
}

/** Other seasons of the same owner, and the other rankings of this one: classes have a ranking each. */
function Switches({ words, season, ranking, children }: Shown & { children: ComponentChildren }) {
  const { value = [season] } = useData<Season[]>(season.club ? `/seasons?club=${season.club}` : '/seasons')
  const seasons = value.filter(({ club, rankings }) => club === season.club && rankings.length > 0)
  const openSeason = (id: string) => {
    const { rankings, ...other } = seasons.find((one) => one.id === id)!
    const same = rankings.find(({ name }) => name === ranking.name) ?? rankings[0]!
    navigate(rankingPath({ ...other, rankings }, same))
  }
  return (
    <div class="filters">
      <select
        aria-label={words.ranking.season}
        value={season.id}
        onChange={(event) => openSeason(event.currentTarget.value)}
      >
        {seasons.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={words.ranking.ranking}
        value={ranking.id}
        onChange={(event) =>
          navigate(
            rankingPath(
              season,
              season.rankings.find(({ id }) => id === event.currentTarget.value)!,
            ),
          )
        }
      >
        {season.rankings.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {children}
    </div>
  )
}

function OwnClubs({
  words,
  club,
  choose,
}: {
  words: ClubTexts
  club: string
  choose: (club: string) => void
}) {
  const { value } = useData<Club[]>('/clubs?mine=true')
  if (!value?.length) return null
  return (
    <select aria-label={words.mine} value={club} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">{words.ranking.allClubs}</option>
      {value.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

function Check({ words, ranking }: Shown) {
  const open = ranking.rule.audience === 'public' ? `/rankings/${ranking.id}/proof.json` : undefined
  const address = open ?? addressOf(`/rankings/${ranking.id}/proof`)
  return (
    <section class="card form" aria-labelledby="check">
      <h2 id="check">{words.ranking.check}</h2>
      <p>{words.ranking.checkHow}</p>
      <pre class="command" tabIndex={0}>
        cloudstreet verify-ranking {open ? location.origin + open : 'proof.json'}
      </pre>
      <div class="row">
        <a class="button secondary" href={address} download="proof.json">
          {words.ranking.proof}
        </a>
        <a
          class="button secondary"
          href={addressOf(`/rankings/${ranking.id}?format=csv&pageSize=100`)}
          download
        >
          CSV
        </a>
      </div>
    </section>
  )
}
