// The pilot's clubs, rankings of the operator, and a search among clubs that everyone may see.
import { useEffect, useState } from 'preact/hooks'
import type { ListedSeason, Season } from '#contract/clubs/api.ts'
import type { Club } from '#contract/clubs/clubs.ts'
import type { Account } from '#dashboard/account.ts'
import { addressOf, isVisitor } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { useData, useLoad } from '../parts/load.ts'
import { Empty, ProblemNotice, Wait } from '../parts/notices.tsx'
import { Avatar } from '../parts/menu/avatar.tsx'
import { navigate } from '../parts/router.ts'
import { ClubForm } from './club-form.tsx'
import { nameRegion } from '../parts/format.ts'
import { isByPilot, isRunning } from './figures.ts'
import { OwnPlace } from './own-place.tsx'
import { ClubPage } from './page.tsx'
import { Seasons } from './season/seasons.tsx'
import { words } from './words.ts'

export default function ClubList() {
  const mine = useData<Club[]>('/clubs?mine=true')
  const account = useLoad<Account>('/account')
  const [isCreating, setCreating] = useState(false)
  return (
    <ClubPage
      title={words.clubs}
      about={!isVisitor() && words.about}
      actions={!isVisitor() && <button onClick={() => setCreating(true)}>{words.create}</button>}
    >
      <Wait loaded={mine} height="card" />
      {mine.value?.length === 0 && !isVisitor() && (
        <Empty title={words.mine}>
          <p>{words.none}</p>
        </Empty>
      )}
      <RunningSeasons />
      {mine.value && mine.value.length > 0 && <ClubCards label={words.mine} clubs={mine.value} />}
      <Seasons club={null} isManager={account.value?.isOperator ?? false} />
      <Search />
      {isCreating && (
        <ClubForm onDone={({ id }) => navigate(`/app/clubs/${id}`)} onClose={() => setCreating(false)} />
      )}
    </ClubPage>
  )
}

/** Asks once the reader has stopped typing. */
const PAUSE_MS = 300

function Search() {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useData<Club[]>(`/clubs?q=${encodeURIComponent(wanted)}`)
  // Own ones stand above.
  const others = found.value?.filter(({ membership }) => wanted !== '' || !membership) ?? []
  return (
    <>
      <h2>{words.discover}</h2>
      <Field id="find-club" label={words.find} maxLength={100} value={typed} change={setTyped} />
      <ProblemNotice problem={found.problem} retry={found.reload} />
      <p role="status">{found.value?.length === 0 && wanted !== '' && words.noneFound}</p>
      {others.length > 0 && <ClubCards label={words.discover} clubs={others} />}
    </>
  )
}

function ClubCards({ label, clubs }: { label: string; clubs: Club[] }) {
  const { value: seasons = [] } = useSeasons()
  return (
    <section aria-label={label}>
      <ul class="ranking-cards plain">
        {clubs.map(({ id, name, country, members, membership, join, picture, description }) => {
          const running = seasons.find((season) => season.clubId === id && isRunning(season))
          return (
            <li key={id}>
              <a class="card club-card" href={`/app/clubs/${id}`}>
                <Avatar name={name} image={picture && addressOf(picture)} isLarge />
                <div>
                  <strong>{name}</strong>
                  <div class="soft small">
                    {nameRegion(country)} · {words.count(members)}
                  </div>
                  <div class="soft small">
                    {membership ? words.roles[membership.role] : words.joins[join]}
                  </div>
                  {running && <div class="tag sun">{running.name}</div>}
                  {description && <p class="small about">{description}</p>}
                </div>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const MAX_RUNNING = 3
const useSeasons = () => useData<ListedSeason[]>('/seasons?limit=100')

/** Seasons that the pilot flies in now: the own place in each. */
function RunningSeasons() {
  const { value = [] } = useSeasons()
  const running = value.filter((season) => season.entry && isRunning(season)).slice(0, MAX_RUNNING)
  return (
    <>
      {running.map(({ id }) => (
        <RunningSeason key={id} id={id} />
      ))}
    </>
  )
}

function RunningSeason({ id }: { id: string }) {
  const { value: season } = useData<Season>(`/seasons/${id}`)
  const ranking = season?.rankings.find(isByPilot)
  return season && ranking ? <OwnPlace season={season} ranking={ranking} /> : null
}
