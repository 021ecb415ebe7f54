// A club: its rankings, how to get in or out, and who is in it.
import { useState } from 'preact/hooks'
import type { Club, ClubJoin } from '#contract/clubs/clubs.ts'
import { isVisitor, patch, remove, request } from '../parts/api.ts'
import { forgetAnswers, useAction, useData } from '../parts/load.ts'
import { Confirm } from '../parts/confirm.tsx'
import { ProblemNotice } from '../parts/notices.tsx'
import type { PageProps } from '../parts/router.ts'
import { Choose } from '../parts/form/choose.tsx'
import { ClubForm } from './club-form.tsx'
import { Members } from './club-members.tsx'
import { Invitations, Removals, Requests } from './club-office.tsx'
import { ClubPage } from './page.tsx'
import { Seasons } from './season/seasons.tsx'
import { type ClubProps, words } from './words.ts'

type ShownAs = NonNullable<ClubJoin['displayName']>

export default function ClubView({ id }: PageProps) {
  const path = `/clubs/${id}`
  const loaded = useData<Club>(path)
  const { value: club, renew } = loaded
  const [asked, setAsked] = useState<'settings' | 'leave'>()
  if (!club) return <ClubPage title={words.clubs} loaded={loaded} />
  const role = club.membership?.role
  const isManager = role === 'owner' || role === 'admin'
  const close = () => setAsked(undefined)
  const renewAll = async () => {
    forgetAnswers('/clubs?')
    forgetAnswers(`${path}/`)
    await renew()
  }
  return (
    <ClubPage
      title={club.name}
      about={`${club.country} · ${words.count(club.members)} · ${words.joins[club.join]} · ${words.seen[club.visible]}`}
      actions={
        <div class="row">
          {isManager && <button onClick={() => setAsked('settings')}>{words.settings}</button>}
          {role && (
            <button class="secondary" onClick={() => setAsked('leave')}>
              {words.leave}
            </button>
          )}
        </div>
      }
    >
      {isManager && <Requests club={club} onChange={renewAll} />}
      <Seasons club={club.id} isManager={isManager} />
      {!isVisitor() && (
        <>
          <Standing club={club} onChange={renewAll} />
          {isManager && <Invitations club={club} />}
          <Members club={club} onChange={renewAll} />
          {isManager && <Removals key={club.members} club={club} />}
        </>
      )}
      {asked === 'settings' && (
        <ClubForm club={club} onDone={() => void renewAll().then(close)} onClose={close} />
      )}
      {asked === 'leave' && (
        <Confirm
          title={`${words.leave}?`}
          action={words.leave}
          run={() => remove(`${path}/membership`).then(renewAll)}
          onClose={close}
        >
          {club.name}
        </Confirm>
      )}
    </ClubPage>
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
  return (
    <section class="card form">
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
          {membership.isMain ? (
            <p>
              <span class="tag sun">{words.main}</span>
            </p>
          ) : (
            <button class="secondary" disabled={action.isBusy} onClick={() => choose({ isMain: true })}>
              {words.makeMain}
            </button>
          )}
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
    </section>
  )
}
