// Names of take-offs and heights that the service can bring: from where, how much, and who learns what.
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { OperatorFetches } from '#dashboard/operator.ts'
import { post } from '../parts/api.ts'
import { formatWhole } from '../parts/format.ts'
import { useAction, useLoad } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { ListCard } from './operator-page.tsx'

const LOOK_EVERY_MS = 3000
const squares = (count: number) => `${formatWhole(count)} ${count === 1 ? 'square' : 'squares'} of one degree`

export function Fetches() {
  const loaded = useLoad<OperatorFetches>('/admin/fetches')
  const { value, renew, reload } = loaded
  const isUnderWay = value !== undefined && (value.sites.waiting ?? value.heights.waiting) !== null
  useEffect(() => {
    if (!isUnderWay) return undefined
    const timer = setInterval(reload, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, reload])
  return (
    <ListCard
      id="fetches"
      title="Take-offs and terrain"
      loaded={loaded}
      items={
        value && [
          <Sites key="sites" {...value.sites} renew={renew} />,
          <Heights key="heights" {...value.heights} renew={renew} />,
        ]
      }
      empty=""
      row={(item) => item}
    />
  )
}

type Renewed<Part> = Part & { renew: () => Promise<void> }

function Sites({
  host,
  squares: count,
  listed,
  waiting,
  lastError,
  renew,
}: Renewed<OperatorFetches['sites']>) {
  return (
    <Offer
      title="Names of take-offs"
      status={
        waiting === null
          ? `${formatWhole(listed)} ${listed === 1 ? 'site is' : 'sites are'} listed.`
          : `${squares(waiting)} still to come.`
      }
      lastError={lastError}
      action={count > 0 ? { label: 'Fetch names', path: 'sites-fetch' } : undefined}
      renew={renew}
    >
      {count === 0
        ? 'No flight has been stored yet.'
        : `Take-offs of OpenStreetMap (ODbL) in the ${squares(count)} that flights began in, a few kilobytes each, from ${host}. That server learns which squares these are and the address of this machine, and nothing else of the flights.`}
    </Offer>
  )
}

const states: Record<OperatorFetches['heights']['state'], string> = {
  off: 'Off: flights are shown without the ground below them, or with what was fetched before.',
  on: 'On: heights of flown squares come by themselves.',
  set: 'On by TERRAIN=auto: heights of flown squares come by themselves.',
  own: 'Heights are read from your own files (TERRAIN_DIR).',
}
const switches = {
  off: { label: 'Fetch heights', path: 'terrain-start' },
  on: { label: 'Stop fetching', path: 'terrain-stop' },
  set: undefined,
  own: undefined,
}

function Heights(heights: Renewed<OperatorFetches['heights']>) {
  const { host, state, squares: count, megabytes, maxMegabytes, waiting, lastError, renew } = heights
  return (
    <Offer
      title="Relief and the ground below flights"
      status={`${states[state]}${waiting === null ? '' : ` ${squares(waiting)} still to come.`}`}
      lastError={lastError}
      action={switches[state]}
      renew={renew}
    >
      {state !== 'own' &&
        `Heights of the ${squares(count)} that flights touch, some ${formatWhole(megabytes)} MB now, and of those flown later, ${formatWhole(maxMegabytes)} MB at most, from ${host}. That server learns which squares these are and the address of this machine, and nothing else of the flights.`}
    </Offer>
  )
}

function Offer({
  title,
  status,
  lastError,
  action,
  renew,
  children,
}: {
  title: string
  status: string
  lastError: string | null
  action: { label: string; path: string } | undefined
  renew: () => Promise<void>
  children: ComponentChildren
}) {
  const { isBusy, problem, run } = useAction()
  return (
    <li class="record">
      <div>
        <strong>{title}</strong>
        <div class="small" role="status">
          {status}
        </div>
        <div class="soft small">{children}</div>
        {lastError !== null && <div class="soft small">{`The last attempt failed: ${lastError}.`}</div>}
        <ProblemNotice problem={problem} />
      </div>
      {action && (
        <button
          class="secondary small"
          disabled={isBusy}
          onClick={() =>
            void run(async () => {
              await post(`/admin/${action.path}`, {})
              await renew()
            })
          }
        >
          {action.label}
        </button>
      )}
    </li>
  )
}
