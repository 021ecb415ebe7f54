// All flights of the pilot: totals, the year at a glance, the list.
import { useEffect, useState } from 'preact/hooks'
import type { FlightPage, FlightRow, FlightStatistics } from '#dashboard/flights.ts'
import { Bars, HeatLegend, monthBars, YearHeat } from '../logbook/charts.tsx'
import { findLastDay, listMonths } from '../logbook/chart-year.ts'
import { DropZone } from '../upload/drop-zone.tsx'
import {
  formatDay,
  formatDuration,
  formatKm,
  formatMonthOfYear,
  formatPoints,
  formatWhole,
} from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { useLoad } from '../parts/load.ts'
import { Empty, ProblemNotice, Waiting } from '../parts/notices.tsx'
import { navigate } from '../parts/router.ts'
import { TrackShape } from '../logbook/track-shape.tsx'
import { TypeTag } from '../parts/type-tag.tsx'
import { queueFiles } from '../upload/upload-queue.ts'

interface Filters {
  season: string
  site: string
  type: string
}

export default function Logbook() {
  useEffect(() => {
    document.title = 'Logbook · Cloudstreet'
  }, [])
  const [filters, setFilters] = useState<Filters>(readFilters)
  const [page, setPage] = useState(1)
  const query = toQuery(filters)
  const statistics = useLoad<FlightStatistics>(
    `/flights/statistics${filters.season ? `?season=${filters.season}` : ''}`,
  )
  const everything = useLoad<FlightStatistics>('/flights/statistics')
  const list = useLoad<FlightPage>(`/flights?${query}page=${page}`)
  const problem = statistics.problem ?? list.problem

  const choose = (change: Partial<Filters>) => {
    const next = { ...filters, ...change }
    setFilters(next)
    setPage(1)
    history.replaceState(null, '', `/app/logbook${toQuery(next) ? `?${toQuery(next).slice(0, -1)}` : ''}`)
  }

  if (everything.value?.flights === 0) return <FirstFlight />
  return (
    <div class="stack">
      <div class="page-head">
        <h1>Logbook</h1>
        <a class="button" href="/app/upload">
          <Icon name="upload" /> Upload flights
        </a>
      </div>
      <ProblemNotice problem={problem} retry={() => (statistics.reload(), list.reload())} />
      {(statistics.value || !problem) && <Overview statistics={statistics.value} season={filters.season} />}
      <section class="card list-card" aria-labelledby="flights">
        <div class="list-head">
          <h2 id="flights">
            {list.value
              ? `${formatWhole(list.value.totalCount)} ${list.value.totalCount === 1 ? 'flight' : 'flights'}`
              : 'Flights'}
          </h2>
          <FilterBar statistics={everything.value} filters={filters} choose={choose} />
        </div>
        {list.value ? <FlightList rows={list.value.items} /> : !problem && <Waiting height="list" />}
        {list.value?.totalCount === 0 && (
          <Empty title="No flight fits these filters">
            <button class="secondary" onClick={() => choose({ season: '', site: '', type: '' })}>
              Show all flights
            </button>
          </Empty>
        )}
        {list.value && list.value.totalPages > 1 && <Pages list={list.value} setPage={setPage} />}
      </section>
    </div>
  )
}

function readFilters(): Filters {
  const search = new URLSearchParams(location.search)
  return {
    season: search.get('season') ?? '',
    site: search.get('site') ?? '',
    type: search.get('type') ?? '',
  }
}

/** Ends with & when it is not empty. */
function toQuery(filters: Filters): string {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '')
  return chosen.length > 0 ? `${new URLSearchParams(chosen).toString()}&` : ''
}

/** Without statistics it is what is waited for, as tall as what comes. */
function Overview({ statistics, season }: { statistics: FlightStatistics | undefined; season: string }) {
  return (
    <>
      <dl class="totals" aria-busy={!statistics}>
        <Total name="Flights" value={statistics && formatWhole(statistics.flights)} />
        <Total name="In the air" value={statistics && formatWhole(statistics.seconds / 3600)} unit="h" />
        <Total name="Scored distance" value={statistics && formatWhole(statistics.kilometres)} unit="km" />
        <Total
          name="Best flight"
          value={statistics && formatPoints(statistics.bestScore)}
          unit="points"
          href={statistics?.bestFlightId ? `/app/flights/${statistics.bestFlightId}` : undefined}
        />
      </dl>
      <Charts statistics={statistics} season={season} />
    </>
  )
}

function Charts({ statistics, season }: { statistics: FlightStatistics | undefined; season: string }) {
  const today = new Date().toISOString().slice(0, 10)
  const lastDay = findLastDay(statistics?.days ?? [], season, today)
  const lastMonth = lastDay.slice(0, 7)
  const year = `${formatMonthOfYear(listMonths(lastMonth)[0] as string)} – ${formatMonthOfYear(lastMonth)}`
  return (
    <div class="charts">
      <section class="card">
        <div class="card-head">
          <h2>Kilometres a month</h2>
          {statistics && <span class="soft small">{year}</span>}
        </div>
        {statistics ? (
          <Bars
            bars={monthBars(statistics.months, lastMonth)}
            label={`Scored kilometres of each month, ${year}`}
          />
        ) : (
          <Waiting height="bars" />
        )}
      </section>
      <section class="card">
        <div class="card-head">
          <h2>Days in the air</h2>
          <HeatLegend />
        </div>
        <div class="heat" tabIndex={0} role="group" aria-label="Days in the air">
          {statistics ? <YearHeat days={statistics.days} lastDay={lastDay} /> : <Waiting height="year" />}
        </div>
      </section>
    </div>
  )
}

function Total({
  name,
  value,
  unit,
  href,
}: {
  name: string
  value: string | undefined
  unit?: string
  href?: string | undefined
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {href ? <a href={href}>{value}</a> : (value ?? '–')}
        {unit && value && <small>{unit}</small>}
      </dd>
    </div>
  )
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
      <select
        aria-label="Season"
        value={filters.season}
        onChange={(event) => choose({ season: event.currentTarget.value })}
      >
        <option value="">All seasons</option>
        {statistics?.seasons.map((season) => (
          <option key={season} value={String(season)}>{`Season ${season}`}</option>
        ))}
      </select>
      <select
        aria-label="Take-off"
        value={filters.site}
        onChange={(event) => choose({ site: event.currentTarget.value })}
      >
        <option value="">All take-offs</option>
        {statistics?.sites.map((site) => (
          <option key={site.id} value={site.id}>{`${site.name} (${site.flights})`}</option>
        ))}
      </select>
      <select
        aria-label="Type of flight"
        value={filters.type}
        onChange={(event) => choose({ type: event.currentTarget.value })}
      >
        <option value="">All types</option>
        {statistics?.types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
    </div>
  )
}

/** Rows that fill a screen; the others follow so many at a time, so that the page answers in between. */
const ROWS_AT_ONCE = 8

function FlightList({ rows }: { rows: FlightRow[] }) {
  const [count, setCount] = useState(ROWS_AT_ONCE)
  useEffect(() => {
    if (count >= rows.length) return undefined
    const timer = setTimeout(() => setCount(count + ROWS_AT_ONCE))
    return () => clearTimeout(timer)
  }, [count, rows.length])
  return (
    <ul class="flights">
      {rows.slice(0, count).map(({ flight, shape, countryName }) => (
        <li key={flight.id}>
          <a class="flight-row" href={`/app/flights/${flight.id}`}>
            <TrackShape shape={shape} />
            <span class="where">
              <strong>{flight.flightInfo.takeoff.name || 'Unknown take-off'}</strong>
              <span class="soft">
                {formatDay(flight.flight_date)}
                {countryName && <span class="country">{` · ${countryName}`}</span>}
              </span>
            </span>
            <span class="kind">
              <TypeTag type={flight.scoring.type} />{' '}
              {flight.is_tandem && <span class="tag plain">Tandem</span>}
            </span>
            <span class="number duration">{formatDuration(flight.flightInfo.track.duration)}</span>
            <span class="number distance">
              {formatKm(flight.scoring.distance)} <small>km</small>
            </span>
            <span class="number points">
              {formatPoints(flight.scoring.score)} <small>pts</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Pages({ list, setPage }: { list: FlightPage; setPage: (page: number) => void }) {
  return (
    <nav class="list-foot" aria-label="Pages">
      <button class="secondary small" disabled={list.page <= 1} onClick={() => setPage(list.page - 1)}>
        Newer
      </button>
      <span class="soft small">{`Page ${list.page} of ${list.totalPages}`}</span>
      <button
        class="secondary small"
        disabled={list.page >= list.totalPages}
        onClick={() => setPage(list.page + 1)}
      >
        Older
      </button>
    </nav>
  )
}

function FirstFlight() {
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>Welcome to your logbook</h1>
          <p>Your first flight brings it to life: map, barogram, score and statistics.</p>
        </div>
      </div>
      <DropZone
        title="Drop your IGC files here"
        onFiles={(files) => {
          queueFiles(files)
          navigate('/app/upload')
        }}
      >
        <p>As many as you like, from any recorder. Each is checked in your browser before it is sent.</p>
      </DropZone>
      <p class="soft">
        No file at hand? <a href="/app/upload?sample">Try a sample flight</a>; you can delete it again.
      </p>
    </div>
  )
}
