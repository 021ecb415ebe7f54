// A ranking: its places by page, each of which opens into its flights, other seasons, and how to check it all.
import { useState } from 'preact/hooks'
import type { ListedSeason, RowDetails, RankingRow, RankingRows, Season } from '#contract/clubs/api.ts'
import type { Club } from '#contract/clubs/clubs.ts'
import { format, texts } from '../language/texts.ts'
import { addressOf, isVisitor } from '../parts/api.ts'
import { useData, useLoad } from '../parts/load.ts'
import { Empty, Wait } from '../parts/notices.tsx'
import { Avatar } from '../parts/menu/avatar.tsx'
import { navigate, type PageProps } from '../parts/router.ts'
import { Pick } from '../parts/form/field.tsx'
import { findImage, nameRow, type Ranking, rankingPath, writeFigure, writePeriod } from './figures.ts'
import { Icon } from '../parts/icons.tsx'
import { OWN, OwnPlace } from './own-place.tsx'
import { ClubPage } from './page.tsx'
import { OpenedRow } from './row-flights.tsx'
import { sayRule } from './rule/sentence.ts'
import { Share } from './share.tsx'
import { rankingWords as words, words as clubWords } from './words.ts'

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
  return (
    <ClubPage
      title={ranking.name}
      tab={`${ranking.name} · ${season.name}`}
      about={
        <>
          <a href={`/app/seasons/${season.id}`}>{season.name}</a> · {writePeriod(season)}
          {season.closedAt && ` · ${words.closed}`}
          <br />
          {sayRule(ranking.rule)}
        </>
      }
      actions={<Share title={ranking.name} clubId={season.clubId} ranking={ranking} />}
    >
      {season.entry && <OwnPlace season={season} ranking={ranking} isHere />}
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
      {row && row !== OWN && loaded.value && data.every(({ key }) => key !== row) && (
        <OpenedRow ranking={ranking} row={row} isTitled />
      )}
      {data.length > 0 &&
        (season.entry && ranking.rule.group.by === 'pilot' ? (
          <OwnPlaces ranking={ranking} rows={data} asked={row} />
        ) : (
          <Places ranking={ranking} rows={data} asked={row} />
        ))}
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

function Places({
  ranking,
  rows,
  asked,
  own,
}: Pick<Shown, 'ranking'> & { rows: readonly RankingRow[]; asked: string | null; own?: string }) {
  const { rule } = ranking
  const hasClubs = rows.some(({ club }) => club !== null)
  return (
    <table class="places">
      <thead>
        <tr>
          <th scope="col">{words.place}</th>
          <th scope="col">{words.groups[rule.group.by]}</th>
          {hasClubs && <th scope="col">{words.club}</th>}
          <th scope="col">{words.counting}</th>
          <th scope="col" class="number">
            {words.sum}
          </th>
          <th>
            <span class="unseen">{words.open}</span>
          </th>
        </tr>
      </thead>
      {rows.map((row) => (
        <PlaceRow
          key={row.key}
          ranking={ranking}
          row={row}
          hasClubs={hasClubs}
          isAsked={row.key === asked}
          isOwn={row.key === own}
        />
      ))}
    </table>
  )
}

/** For a pilot who has entered: with the own row marked. */
function OwnPlaces(shown: Pick<Shown, 'ranking'> & { rows: readonly RankingRow[]; asked: string | null }) {
  const { value } = useData<RowDetails>(`/rankings/${shown.ranking.id}/rows/me`)
  const key = value?.row?.key
  return <Places {...shown} {...(key && { own: key })} />
}

interface RowProps {
  ranking: Ranking
  row: RankingRow
  hasClubs: boolean
  isAsked: boolean
  isOwn: boolean
}

function PlaceRow({ ranking, row, hasClubs, isAsked, isOwn }: RowProps) {
  const { rule } = ranking
  const [isOpen, setOpen] = useState(isAsked)
  const name = nameRow(rule, row)
  const toggle = () => {
    setOpen(!isOpen)
    // The address of a row can be passed on: of a pilot, a day, a take-off.
    history.replaceState(null, '', isOpen ? location.pathname : `?row=${row.key}`)
  }
  const follow = (event: MouseEvent) => (event.target as Element).closest('a, button') ?? toggle()
  return (
    <tbody class={isOwn ? 'own' : undefined}>
      <tr onClick={follow}>
        <td class="place">{row.place ?? '–'}</td>
        <th scope="row">
          <span class="who-flew">
            {rule.group.by === 'pilot' && <Avatar name={name} image={findImage(row)} />}
            {row.profile ? <a href={new URL(row.profile).pathname}>{name}</a> : <span>{name}</span>}
            {isOwn && <span class="tag sun">{clubWords.you}</span>}
          </span>
        </th>
        {hasClubs && (
          <td class="club">{row.club && <a href={`/app/clubs/${row.club.id}`}>{row.club.name}</a>}</td>
        )}
        <td class="chips">
          <Chips ranking={ranking} row={row} />
        </td>
        <td class="number">{writeFigure(rule, row.sum)}</td>
        <td class="opener">
          <button
            class="quiet"
            type="button"
            aria-expanded={isOpen}
            aria-label={words.flightsOf(name)}
            onClick={toggle}
          >
            <Icon name="down" />
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr class="below">
          <td colSpan={hasClubs ? 6 : 5}>
            <OpenedRow ranking={ranking} row={row.key} isOwn={isOwn} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** The flights that count, each by what it brings. */
function Chips({ ranking: { rule }, row }: Pick<RowProps, 'ranking' | 'row'>) {
  const { measure } = rule
  const write = (value: number) =>
    format.number(measure.kind === 'km' ? format.convert('distance', value) : value, measure.decimals)
  return (
    <>
      {row.best.map(({ flightId, value }, at) => {
        const Chip = flightId ? 'a' : 'span'
        return (
          <Chip class="chip" key={at} {...(flightId && { href: `/f/${flightId}` })}>
            {write(value)}
          </Chip>
        )
      })}
      {row.flightCount > row.best.length && (
        <span class="soft small">+{format.number(row.flightCount - row.best.length)}</span>
      )}
    </>
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
