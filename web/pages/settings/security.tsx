// The sessions of the pilot, and what they sign in with: email address and password.
import { texts } from '../../language/texts.ts'
import { useEffect, useState } from 'preact/hooks'
import type { SignedInSession } from '#dashboard/account.ts'
import { EmailForm } from '../../account/email-form.tsx'
import { ReviewCard } from '../../account/review-card.tsx'
import { SecondFactorsCard } from '../../account/second-factors/second-factors.tsx'
import { post, remove } from '../../parts/api.ts'
import { formatAgo, formatDate } from '../../parts/format.ts'
import { Field } from '../../parts/form/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { useAction, useLoad } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'
import { SettingsPage } from '../../parts/menu/settings-page.tsx'

const MIN_PASSWORD_LENGTH = 12

export default function Sessions() {
  const sessions = useLoad<{ items: SignedInSession[] }>('/sessions')
  const action = useAction()
  const [later, setLater] = useState<typeof import('../../account/later.ts')>()
  useEffect(() => void import('../../account/later.ts').then(setLater), [])
  const act = (change: () => Promise<unknown>) =>
    void action.run(async () => {
      await change()
      await sessions.renew()
    })
  const items = sessions.value?.items
  return (
    <SettingsPage about={texts.security.intro}>
      <div class="two-columns">
        <div class="stack">
          <section class="card list-card" aria-labelledby="sessions">
            <div class="list-head">
              <h2 id="sessions">{texts.security.sessions}</h2>
              {items && items.length > 1 && (
                <button
                  class="secondary small"
                  disabled={action.isBusy}
                  onClick={() => act(() => post('/sessions/end-others'))}
                >
                  {texts.security.endOthers}
                </button>
              )}
            </div>
            <ProblemNotice problem={sessions.problem ?? action.problem} retry={sessions.reload} />
            {!items && !sessions.problem && <Skeleton height="card" />}
            <ul class="records">
              {items?.map((session) => (
                <li key={session.id}>
                  <div>
                    <strong>{session.browser ?? texts.security.unknownBrowser}</strong>{' '}
                    {session.isCurrent && <span class="tag good">{texts.security.thisBrowser}</span>}
                    <div class="soft small">{session.address ?? texts.security.unknownAddress}</div>
                  </div>
                  <div class="soft small">
                    <div>{texts.security.lastSeen(formatAgo(session.lastSeenAt))}</div>
                    <div>{texts.security.signedIn(formatDate(session.createdAt))}</div>
                  </div>
                  {!session.isCurrent && (
                    <button
                      class="danger small"
                      disabled={action.isBusy}
                      onClick={() => act(() => remove(`/sessions/${session.id}`))}
                    >
                      {texts.security.endSession}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <SecondFactorsCard />
          {later ? <later.SecurityLog /> : <Skeleton height="card" />}
        </div>
        <div class="stack">
          <EmailForm />
          <PasswordForm />
          <ReviewCard />
        </div>
      </div>
      {later && <later.ConnectedApps />}
    </SettingsPage>
  )
}

function PasswordForm() {
  const action = useAction()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [isDone, setDone] = useState(false)
  const save = async () => {
    setDone(false)
    await post('/account/password', { currentPassword, newPassword })
    setDone(true)
    setCurrent('')
    setNew('')
  }
  const foot = (
    <div class="row">
      <button disabled={action.isBusy}>{texts.security.changePassword}</button>
      <span class="soft small" role="status">
        {isDone && texts.security.passwordChanged}
      </span>
    </div>
  )
  return (
    <section class="card" aria-labelledby="password-title">
      <h2 id="password-title">{texts.security.password}</h2>
      <Form action={action} submit={save} foot={foot}>
        <Field
          id="current-password"
          label={texts.security.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          value={currentPassword}
          change={setCurrent}
        />
        <Field
          id="new-password"
          label={texts.security.newPassword}
          hint={texts.security.newPasswordHint(MIN_PASSWORD_LENGTH)}
          type="password"
          autoComplete="new-password"
          required
          minLength={MIN_PASSWORD_LENGTH}
          value={newPassword}
          change={setNew}
        />
      </Form>
    </section>
  )
}
