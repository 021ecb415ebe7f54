// All of the pilot's flights: totals, charts, and the list with its filters.
import { useEffect, useState } from 'preact/hooks'
import type { FlightStatistics, LogbookPage } from '#dashboard/flights.ts'
import type { Glider } from '#contract/logbook/gliders.ts'
import { format, texts } from '../language/texts.ts'
import { SearchField } from '../logbook/search-field.tsx'
import { comparePath, MAX_COMPARED } from '../parts/router.ts'
import { type Choosing, FlightList } from '../logbook/flight-list.tsx'
import { Storage, Totals } from '../logbook/overview.tsx'
import { formatWhole, namePlace } from '../parts/format.ts'
import { nameType } from '../parts/type-tag.tsx'
import { Icon } from '../parts/icons.tsx'
import { useData, useLoad } from '../parts/load.ts'
import { Empty, ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { nameSeason } from '../logbook/season-name.ts'
import { Segmented } from '../parts/segmented.tsx'

interface Filters {
  season: string
  site: string
  type: string
  q: string
  sort: string
  glider: string
  /** Days, both included. */
  from: string
  to: string
}

const everything: Filters = { season: '', site: '', type: '', q: '', sort: '', glider: '', from: '', to: '' }

const views = ['list', 'map'] as const

/** Orders of the list; the first is the default. */
const orders = [
  ['', 'newest'],
  ['score', 'score'],
  ['distance', 'distance'],
  ['duration', 'duration'],
] as const

export default function Logbook() {
  useEffect(() => {
    document.title = `${texts.logbook.title} · Cloudstreet`
  }, [])
  const [filters, setFilters] = useState<Filters>(readFilters)
  const [page, setPage] = useState(1)
  const [view, setView] = useState<(typeof views)[number]>('list')
  const choosing = useChoosing()
  const [later, setLater] = useState<typeof import('../logbook/later.ts')>()
  useEffect(() => void import('../logbook/later.ts').then(setLater), [])
  const query = toQuery(filters)
  const counted = toQuery({ ...filters, q: '', sort: '', from: '', to: '' })
  const statistics = useLoad<FlightStatistics>(
    `/logbook/statistics${counted === '' ? '' : `?${counted.slice(0, -1)}`}`,
  )
  const all = useLoad<FlightStatistics>('/logbook/statistics')
  const list = useLoad<LogbookPage>(`/logbook?${query}page=${page}`)
  const found = list.value?.pagination
  const problem = statistics.problem ?? list.problem

  const choose = (change: Partial<Filters>) => {
    const next = { ...filters, ...change }
    setFilters(next)
    setPage(1)
    history.replaceState(null, '', `/app/logbook${toQuery(next) ? `?${toQuery(next).slice(0, -1)}` : ''}`)
  }

  // Flights that do not count are listed all the same.
  if (all.value?.flights === 0 && query === '' && found?.totalCount === 0)
    return later ? <later.FirstFlight /> : null
  return (
    <div class="stack logbook">
      <div class="page-head">
        <h1>{texts.logbook.title}</h1>
        <div class="row">
          <a class="button secondary" href="/app/logbook/gliders">
            <Icon name="wing" /> <span>{texts.own.gliders}</span>
          </a>
        </div>
      </div>
      <ProblemNotice problem={problem} retry={() => (statistics.reload(), list.reload())} />
      {(statistics.value || !problem) && <Totals statistics={statistics.value} />}
      <section class="card list-card" aria-labelledby="flights">
        <div class="list-head">
          <h2 id="flights">
            {found
              ? texts.logbook.countFlights(found.totalCount, formatWhole(found.totalCount))
              : texts.logbook.flights}
          </h2>
          <Segmented
            legend={texts.logbook.view}
            name="view"
            choices={views.map((one) => [one, texts.logbook.views[one]])}
            chosen={view}
            choose={setView}
          />
          {view === 'list' && <Choose choosing={choosing} />}
          {filters.from !== '' && (
            <button class="secondary small" onClick={() => choose({ from: '', to: '' })}>
              {texts.own.clearPeriod(namePeriod(filters))}
            </button>
          )}
          <FilterBar statistics={all.value} filters={filters} choose={choose} />
        </div>
        {view === 'map' && found?.totalCount !== 0 ? (
          later && (
            <later.FlownTracks
              key={query}
              query={toQuery({ ...filters, sort: '' })
                .replace('site=', 'takeoff=')
                .slice(0, -1)}
              loadMap={() => import('../flight/map/flight-map.ts')}
            />
          )
        ) : (
          <ListView
            list={list.value}
            choosing={choosing.isOn ? choosing : undefined}
            isByDate={filters.sort === ''}
            setPage={setPage}
            isFailed={Boolean(problem)}
          />
        )}
        {found?.totalCount === 0 && (
          <Empty title={texts.logbook.noMatch}>
            <button class="secondary" onClick={() => choose(everything)}>
              {texts.logbook.showAll}
            </button>
          </Empty>
        )}
      </section>
      <aside class="season-side" aria-label={texts.logbook.yearInFigures}>
        <div class="season-space">{later && <later.SeasonStrip season={filters.season} />}</div>
        {later && (statistics.value || !problem) && (
          <later.Charts statistics={statistics.value} season={filters.season} choosePeriod={choose} />
        )}
        {statistics.value?.storage && <Storage {...statistics.value.storage} />}
      </aside>
    </div>
  )
}

interface Comparing extends Choosing {
  isOn: boolean
  /** Begins to choose, or leaves it. */
  turn: () => void
}

function useChoosing(): Comparing {
  const [chosen, setChosen] = useState<readonly string[]>()
  return {
    chosen: chosen ?? [],
    isOn: chosen !== undefined,
    isFull: chosen?.length === MAX_COMPARED,
    turn: () => setChosen(chosen ? undefined : []),
    toggle: (id) =>
      setChosen(chosen?.includes(id) ? chosen.filter((other) => other !== id) : [...(chosen ?? []), id]),
  }
}

/** Flights to compare, also of several pages. */
function Choose({ choosing: { chosen, isOn, turn } }: { choosing: Comparing }) {
  return (
    <div class="row">
      <button class="secondary small choose" aria-pressed={isOn} onClick={turn}>
        <Icon name="compare" size={16} /> <span>{texts.compare.choose}</span>
      </button>
      {isOn && chosen.length > 1 && (
        <a class="button small" href={comparePath(chosen)}>
          {texts.compare.compareNow(chosen.length)}
        </a>
      )}
    </div>
  )
}

/** A day, or a month. */
function namePeriod({ from, to }: Filters): string {
  return from === to ? format.day(from) : format.monthOfYear(from.slice(0, 7))
}

function readFilters(): Filters {
  const search = new URLSearchParams(location.search)
  const names = Object.keys(everything) as (keyof Filters)[]
  return { ...everything, ...Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) }
}

/** Empty, or ending with &. */
function toQuery(filters: Filters): string {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '')
  return chosen.length > 0 ? `${new URLSearchParams(chosen).toString()}&` : ''
}

function FilterBar({
  statistics,
  filters,
  choose,
}: {
  statistics: FlightStatistics | undefined
  filters: Filters
  choose: (change: Partial<Filters>) => void
}) {
  return (
    <div class="filters">
      <SearchField text={filters.q} search={(q) => choose({ q })} />
      <select
        aria-label={texts.logbook.season}
        value={filters.season}
        onChange={(event) => choose({ season: event.currentTarget.value })}
      >
        <option value="">{texts.logbook.allSeasons}</option>
        {statistics?.seasons.map((season) => (
          <option key={season} value={String(season)}>
            {nameSeason(season)}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.logbook.takeoff}
        value={filters.site}
        onChange={(event) => choose({ site: event.currentTarget.value })}
      >
        <option value="">{texts.logbook.allTakeoffs}</option>
        {statistics?.sites.map((site) => (
          <option key={site.id} value={site.id}>{`${namePlace(site.name)} (${site.flights})`}</option>
        ))}
      </select>
      <GliderFilter chosen={filters.glider} choose={(glider) => choose({ glider })} />
      <select
        aria-label={texts.logbook.type}
        value={filters.type}
        onChange={(event) => choose({ type: event.currentTarget.value })}
      >
        <option value="">{texts.logbook.allTypes}</option>
        {statistics?.types.map((type) => (
          <option key={type} value={type}>
            {nameType(type)}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.logbook.sortBy}
        value={filters.sort}
        onChange={(event) => choose({ sort: event.currentTarget.value })}
      >
        {orders.map(([sort, name]) => (
          <option key={sort} value={sort}>
            {texts.logbook.orders[name]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** For those who have a list of gliders. */
function GliderFilter({ chosen, choose }: { chosen: string; choose: (id: string) => void }) {
  const gliders = useData<Glider[]>('/gliders')
  if (!gliders.value?.length) return null
  return (
    <select
      aria-label={texts.own.glider}
      value={chosen}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{texts.own.allGliders}</option>
      {gliders.value.map(({ id, name, flights }) => (
        <option key={id} value={id}>{`${name} (${flights})`}</option>
      ))}
    </select>
  )
}

function ListView({
  list,
  choosing,
  isByDate,
  setPage,
  isFailed,
}: {
  list: LogbookPage | undefined
  choosing: Choosing | undefined
  isByDate: boolean
  setPage: (page: number) => void
  isFailed: boolean
}) {
  if (!list) return isFailed ? null : <Skeleton height="list" />
  return (
    <>
      <FlightList page={list} choosing={choosing} />
      {list.pagination.totalPages > 1 && (
        <Pages list={list.pagination} isByDate={isByDate} setPage={setPage} />
      )}
    </>
  )
}

function Pages({
  list,
  isByDate,
  setPage,
}: {
  list: LogbookPage['pagination']
  isByDate: boolean
  setPage: (page: number) => void
}) {
  return (
    <nav class="list-foot" aria-label={texts.logbook.pages}>
      <button class="secondary small" disabled={list.page <= 1} onClick={() => setPage(list.page - 1)}>
        {isByDate ? texts.logbook.newer : texts.logbook.previous}
      </button>
      <span class="soft small">{texts.logbook.page(list.page, list.totalPages)}</span>
      <button
        class="secondary small"
        disabled={list.page >= list.totalPages}
        onClick={() => setPage(list.page + 1)}
      >
        {isByDate ? texts.logbook.older : texts.logbook.next}
      </button>
    </nav>
  )
}
