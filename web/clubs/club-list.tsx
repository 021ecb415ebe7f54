// The pilot's clubs, rankings of the operator, and a search among clubs that everyone may see.
import { useEffect, useState } from 'preact/hooks'
import type { Club } from '#contract/clubs/clubs.ts'
import type { Account } from '#dashboard/account.ts'
import { isVisitor } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { useData, useLoad } from '../parts/load.ts'
import { Empty, ProblemNotice, Wait } from '../parts/notices.tsx'
import { navigate } from '../parts/router.ts'
import { ClubForm } from './club-form.tsx'
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
      about={words.about}
      actions={!isVisitor() && <button onClick={() => setCreating(true)}>{words.create}</button>}
    >
      <Wait loaded={mine} height="card" />
      {mine.value?.length === 0 && !isVisitor() && (
        <Empty title={words.mine}>
          <p>{words.none}</p>
        </Empty>
      )}
      {mine.value && mine.value.length > 0 && <ClubRows label={words.mine} clubs={mine.value} />}
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
  return (
    <>
      <Field id="find-club" label={words.find} maxLength={100} value={typed} change={setTyped} />
      <ProblemNotice problem={found.problem} retry={found.reload} />
      <p role="status">{found.value?.length === 0 && wanted !== '' && words.noneFound}</p>
      {found.value && found.value.length > 0 && <ClubRows label={words.find} clubs={found.value} />}
    </>
  )
}

function ClubRows({ label, clubs }: { label: string; clubs: Club[] }) {
  return (
    <section class="card list-card" aria-label={label}>
      <ul class="records">
        {clubs.map(({ id, name, country, members, membership }) => (
          <li class="record" key={id}>
            <div>
              <a href={`/app/clubs/${id}`}>
                <strong>{name}</strong>
              </a>{' '}
              <span class="tag plain">{country}</span>{' '}
              {membership?.isMain && <span class="tag sun">{words.main}</span>}
              <div class="soft small">
                {words.count(members)}
                {membership && ` · ${words.roles[membership.role]}`}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
