// Shows the email address that the pilot signs in with, and changes it.
import { useState } from 'preact/hooks'
import type { Account, EmailChangeAnswer } from '#dashboard/account.ts'
import { post } from '../parts/api.ts'
import { useAction, useLoad } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'

const MAX_EMAIL_LENGTH = 254

const emailOutcomes = {
  sent: 'We sent a link to the new address. Open it to finish the change.',
  changed: 'Email address changed.',
} satisfies Record<EmailChangeAnswer['outcome'], string>

export function EmailForm() {
  const account = useLoad<Account>('/account')
  const action = useAction()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [outcome, setOutcome] = useState<EmailChangeAnswer['outcome']>()
  const save = async (event: Event) => {
    event.preventDefault()
    setOutcome(undefined)
    const isDone = await action.run(async () => {
      const answer = await post<EmailChangeAnswer>('/account/email', { email, password })
      setOutcome(answer.outcome)
    })
    if (!isDone) return
    setEmail('')
    setPassword('')
    await account.renew()
  }
  return (
    <section class="card" aria-labelledby="email-title">
      <h2 id="email-title">Email</h2>
      <form class="form" onSubmit={(event) => void save(event)}>
        {account.value && (
          <p class="current-email">
            <strong>{account.value.email}</strong>{' '}
            <span class={`tag ${account.value.emailVerified ? 'good' : 'plain'}`}>
              {account.value.emailVerified ? 'Confirmed' : 'Not confirmed'}
            </span>
          </p>
        )}
        <div class="field">
          <label for="new-email">New email</label>
          <input
            id="new-email"
            type="email"
            autoComplete="email"
            required
            maxLength={MAX_EMAIL_LENGTH}
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for="email-password">Current password</label>
          <input
            id="email-password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </div>
        <ProblemNotice problem={action.problem} />
        <div class="row">
          <button disabled={action.isBusy}>Change email</button>
          <span class="soft small" role="status">
            {outcome && emailOutcomes[outcome]}
          </span>
        </div>
      </form>
    </section>
  )
}
