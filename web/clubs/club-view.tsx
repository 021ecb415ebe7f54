// A club: what it is, how to get in or out, and who is in it.
import { useEffect, useState } from 'preact/hooks'
import type { Club, ClubJoin } from '#contract/clubs/clubs.ts'
import { isVisitor, patch, remove, request } from '../parts/api.ts'
import { forgetAnswers, useAction, useData } from '../parts/load.ts'
import { Confirm } from '../parts/confirm.tsx'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { ClubForm, Choose } from './club-form.tsx'
import { Invitations, Requests } from './club-office.tsx'
import { Members } from './club-members.tsx'
import { SignIn } from './season-view.tsx'
import { Seasons } from './seasons.tsx'
import type { ClubPageProps, ClubProps } from './words.ts'

type ShownAs = NonNullable<ClubJoin['shownAs']>

export default function ClubView({ words, parameters: { id } }: ClubPageProps) {
  const path = `/clubs/${id}`
  const { value: club, problem, reload, renew } = useData<Club>(path)
  const [asked, setAsked] = useState<'settings' | 'leave'>()
  useEffect(() => {
    document.title = `${club?.name ?? words.clubs} · Cloudstreet`
  }, [club?.name])
  if (!club)
    return problem ? (
      <>
        <h1>{words.clubs}</h1>
        <ProblemNotice problem={problem} retry={reload} />
      </>
    ) : (
      <Skeleton height="page" />
    )
  const role = club.membership?.role
  const isManager = role === 'owner' || role === 'admin'
  const renewAll = async () => {
    forgetAnswers('/clubs?')
    forgetAnswers(`${path}/`)
    await renew()
  }
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>{club.name}</h1>
          <p>
            {club.country} · {words.count(club.members)} · {words.joins[club.join]} · {words.seenBy}:{' '}
            {words.visibilities[club.visible]}
          </p>
        </div>
        <div class="row">
          {isManager && <button onClick={() => setAsked('settings')}>{words.settings}</button>}
          {club.membership && (
            <button class="secondary" onClick={() => setAsked('leave')}>
              {words.leave}
            </button>
          )}
        </div>
      </div>
      <Seasons words={words} club={club.id} isManager={isManager} />
      {isVisitor() ? (
        <SignIn words={words} />
      ) : (
        <>
          {isManager && <Requests words={words} club={club} onChange={renewAll} />}
          <Standing words={words} club={club} onChange={renewAll} />
          {isManager && <Invitations words={words} club={club} />}
          <Members words={words} club={club} onChange={renewAll} />
        </>
      )}
      {asked === 'settings' && (
        <ClubForm
          words={words}
          club={club}
          onDone={() => void renewAll().then(() => setAsked(undefined))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'leave' && (
        <Confirm
          title={`${words.leave}?`}
          action={words.leave}
          run={async () => {
            await remove(`${path}/membership`)
            await renewAll()
          }}
          onClose={() => setAsked(undefined)}
        >
          {club.name}
        </Confirm>
      )}
    </div>
  )
}

/** The reader's own place in the club, or the way in. */
function Standing({ words, club, onChange }: ClubProps) {
  const { id, membership, isRequested, isClosed, join, visible } = club
  const [shownAs, setShownAs] = useState<ShownAs>(membership?.shownAs ?? 'initial')
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
            id="shown-as"
            label={words.shownAs}
            names={words.names}
            value={membership.shownAs}
            change={(value) => choose({ shownAs: value })}
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
          <Choose
            id="shown-as"
            label={words.shownAs}
            names={words.names}
            value={shownAs}
            change={setShownAs}
          />
          <button disabled={action.isBusy} onClick={() => act(() => request('PUT', path, { shownAs }))}>
            {join === 'open' ? words.join : words.ask}
          </button>
        </>
      )}
      <ProblemNotice problem={action.problem} />
    </section>
  )
}
