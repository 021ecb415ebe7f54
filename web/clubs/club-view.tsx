// A club: its season, flights, members and records, and how to get in or out.
import { useState } from 'preact/hooks'
import type { Club, ClubJoin } from '#contract/clubs/clubs.ts'
import { addressOf, isVisitor, patch, remove, request } from '../parts/api.ts'
import { forgetAnswers, useAction, useData } from '../parts/load.ts'
import { Confirm } from '../parts/confirm.tsx'
import { ProblemNotice } from '../parts/notices.tsx'
import { Avatar } from '../parts/menu/avatar.tsx'
import type { PageProps } from '../parts/router.ts'
import { Choose } from '../parts/form/field.tsx'
import { ClubForm } from './club-form.tsx'
import { Members } from './club-members.tsx'
import { Invitations, People } from './club-office.tsx'
import { nameRegion } from '../parts/format.ts'
import { ClubFlights, ClubRecords, ClubSeason, useSeason } from './club-season.tsx'
import { findMain, reviewsPath } from './figures.ts'
import { ClubPage } from './page.tsx'
import { Share } from './share.tsx'
import { Seasons } from './season/seasons.tsx'
import { type ClubProps, rankingWords, words } from './words.ts'

type ShownAs = NonNullable<ClubJoin['displayName']>
const tabs = ['season', 'flights', 'members', 'records', 'manage'] as const
type TabName = (typeof tabs)[number]

export default function ClubView({ id, tab = 'season' }: PageProps) {
  const path = `/clubs/${id}`
  const loaded = useData<Club>(path)
  const { value: club, renew } = loaded
  if (!club) return <ClubPage title={words.clubs} loaded={loaded} />
  const role = club.membership?.role
  const isManager = role === 'owner' || role === 'admin'
  const renewAll = async () => {
    forgetAnswers('/clubs?')
    forgetAnswers(`${path}/`)
    await renew()
  }
  const home = `/app/clubs/${id}`
  const offered = tabs.filter(
    (name) => (name !== 'members' || !isVisitor()) && (name !== 'manage' || isManager),
  )
  return (
    <ClubPage
      title={club.name}
      tab={tab === 'season' ? undefined : `${words.tabs[tab as TabName]} · ${club.name}`}
      about={<About club={club} />}
      actions={<ShareClub club={club} />}
      picture={<Avatar name={club.name} image={club.picture && addressOf(club.picture)} isLarge />}
    >
      <nav class="tabs" aria-label={club.name}>
        {offered.map((name) => (
          <a
            key={name}
            href={name === 'season' ? home : `${home}/${name}`}
            aria-current={name === tab ? 'page' : undefined}
          >
            {words.tabs[name]}
            {name === 'manage' && <Waiting club={club} />}
          </a>
        ))}
      </nav>
      <Panel tab={tab as TabName} club={club} isManager={isManager} onChange={renewAll} />
    </ClubPage>
  )
}

function ShareClub({ club }: { club: Club }) {
  const season = useSeason(club)
  return <Share title={club.name} clubId={club.id} ranking={season ? findMain(season) : undefined} />
}

function About({ club }: { club: Club }) {
  const { country, members, join, visible, description, website } = club
  return (
    <>
      {nameRegion(country)} · {words.count(members)} · {words.joins[join]} · {words.seen[visible]}
      {description && <span class="club-text">{description}</span>}
      {website && (
        <a class="club-site" href={website} rel="nofollow noopener" target="_blank">
          {new URL(website).host}
        </a>
      )}
    </>
  )
}

/** Pilots who ask to join, and flights of the season that wait for a reviewer. */
function useWaiting(club: Club) {
  const season = useSeason(club)
  const asking = `/clubs/${club.id}/members?state=requested`
  const { value: pilots = [] } = useData<unknown[]>(asking)
  // Without a season what is at hand is asked for again.
  const { value = [] } = useData<unknown[]>(season ? reviewsPath(season.id) : asking)
  return { season, pilots: pilots.length, flights: season ? value.length : 0 }
}

function Waiting({ club }: { club: Club }) {
  const { pilots, flights } = useWaiting(club)
  return pilots + flights > 0 ? <span class="tag sun">{pilots + flights}</span> : null
}

function Panel({ tab, club, isManager, onChange }: ClubProps & { tab: TabName; isManager: boolean }) {
  if (tab === 'flights') return <ClubFlights club={club} />
  if (tab === 'records') return <ClubRecords club={club} />
  if (tab === 'members' && !isVisitor()) return <Members club={club} onChange={onChange} />
  if (tab === 'manage' && isManager) return <Manage club={club} onChange={onChange} />
  return (
    <>
      <ClubSeason club={club} />
      {!isVisitor() && <Standing club={club} onChange={onChange} />}
    </>
  )
}

/** For owners and admins. */
function Manage({ club, onChange }: ClubProps) {
  const [isChanging, setChanging] = useState(false)
  const { season, flights } = useWaiting(club)
  const close = () => setChanging(false)
  return (
    <>
      {season && flights > 0 && (
        <p class="notice sun">
          <a href={`/app/reviews/${season.id}`}>
            {rankingWords.reviews}: {rankingWords.flights(flights)}
          </a>
        </p>
      )}
      <People club={club} state="requested" onChange={onChange} />
      <Seasons club={club.id} isManager />
      <Invitations club={club} />
      <People key={club.members} club={club} state="removed" onChange={onChange} />
      <div class="row">
        <button class="secondary" onClick={() => setChanging(true)}>
          {words.settings}
        </button>
      </div>
      {isChanging && <ClubForm club={club} onDone={() => void onChange().then(close)} onClose={close} />}
    </>
  )
}

/** The reader's own place in the club, or the way in. */
function Standing({ club, onChange }: ClubProps) {
  const { id, membership, isRequested, isClosed, join, visible } = club
  const [displayName, setDisplayName] = useState<ShownAs>(membership?.displayName ?? 'initial')
  const action = useAction()
  const path = `/clubs/${id}/membership`
  const act = (change: () => Promise<unknown>) =>
    void action.run(async () => {
      await change()
      await onChange()
    })
  const choose = (part: object) => act(() => patch(path, part))
  const [isLeaving, setLeaving] = useState(false)
  return (
    <section class="card form" aria-label={words.membership}>
      <h2>{words.membership}</h2>
      {isClosed && <p>{words.closed}</p>}
      {membership && (
        <>
          <Choose
            label={words.shownAs}
            names={words.names}
            value={membership.displayName}
            change={(value) => choose({ displayName: value })}
          />
          {visible === 'public' && (
            <label class="choice">
              <input
                type="checkbox"
                checked={membership.isListed}
                onChange={(event) => choose({ isListed: event.currentTarget.checked })}
              />
              {words.listed}
            </label>
          )}
          <div class="row">
            <button class="secondary" onClick={() => setLeaving(true)}>
              {words.leave}
            </button>
          </div>
        </>
      )}
      {!membership && isRequested && (
        <>
          <p>{words.asked}</p>
          <button class="secondary" disabled={action.isBusy} onClick={() => act(() => remove(path))}>
            {words.withdraw}
          </button>
        </>
      )}
      {!membership && !isRequested && !isClosed && join === 'invitation' && <p>{words.invitationOnly}</p>}
      {!membership && !isRequested && !isClosed && join !== 'invitation' && (
        <>
          <p>{words.joinWhat(visible === 'public')}</p>
          <Choose label={words.shownAs} names={words.names} value={displayName} change={setDisplayName} />
          <button disabled={action.isBusy} onClick={() => act(() => request('PUT', path, { displayName }))}>
            {join === 'open' ? words.join : words.ask}
          </button>
        </>
      )}
      <ProblemNotice problem={action.problem} />
      {isLeaving && (
        <Confirm
          title={`${words.leave}?`}
          action={words.leave}
          run={() => remove(path).then(onChange)}
          onClose={() => setLeaving(false)}
        >
          {club.name}
        </Confirm>
      )}
    </section>
  )
}
