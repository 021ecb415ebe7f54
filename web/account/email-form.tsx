// Shows the email address that the pilot signs in with, and changes it.
import { texts } from '../language/texts.ts'
import { useState } from 'preact/hooks'
import type { Account, EmailChangeAnswer } from '#dashboard/account.ts'
import { post } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { Form } from '../parts/form/form.tsx'
import { useAction, useLoad } from '../parts/load.ts'

const MAX_EMAIL_LENGTH = 254

export function EmailForm() {
  const account = useLoad<Account>('/account')
  const action = useAction()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [outcome, setOutcome] = useState<EmailChangeAnswer['outcome']>()
  const save = async () => {
    setOutcome(undefined)
    const answer = await post<EmailChangeAnswer>('/account/email', { email, password })
    setOutcome(answer.outcome)
    setEmail('')
    setPassword('')
    await account.renew()
  }
  const foot = (
    <div class="row">
      <button disabled={action.isBusy}>{texts.security.changeEmail}</button>
      <span class="soft small" role="status">
        {outcome === 'sent' && texts.security.emailSent}
        {outcome === 'changed' && texts.security.emailChanged}
      </span>
    </div>
  )
  return (
    <section class="card" aria-labelledby="email-title">
      <h2 id="email-title">{texts.security.email}</h2>
      <Form action={action} submit={save} foot={foot}>
        {account.value && (
          <p class="current-email">
            <strong>{account.value.email}</strong>{' '}
            <span class={`tag ${account.value.emailVerified ? 'good' : 'plain'}`}>
              {account.value.emailVerified ? texts.security.confirmed : texts.security.notConfirmed}
            </span>{' '}
            {!account.value.emailVerified && <a href="/verify-email">{texts.security.confirmAgain}</a>}
          </p>
        )}
        <Field
          id="new-email"
          label={texts.security.newEmail}
          type="email"
          autoComplete="email"
          required
          maxLength={MAX_EMAIL_LENGTH}
          value={email}
          change={setEmail}
        />
        <Field
          id="email-password"
          label={texts.security.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          change={setPassword}
        />
      </Form>
    </section>
  )
}
