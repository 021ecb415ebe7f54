// For owners and admins: pilots who ask to join, those who were removed, and invitations.
import { useState } from 'preact/hooks'
import type {
  Club,
  ClubInvitation,
  ClubMember,
  CreatedClubInvitation,
  InvitedReport,
} from '#contract/clubs/clubs.ts'
import { format } from '../language/texts.ts'
import { post, remove, request } from '../parts/api.ts'
import { Buttons, Form } from '../parts/form/form.tsx'
import { useAction, useData } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { CopyField } from '../developers/copy-field.tsx'
import { ListCard, Writing } from './page.tsx'
import { type ClubProps, words } from './words.ts'

/** Who asks to join, or was removed, and what can be done about it. */
export function People({ club, state, onChange }: ClubProps & { state: 'requested' | 'removed' }) {
  const path = `/clubs/${club.id}/members`
  const people = useData<ClubMember[]>(`${path}?state=${state}`)
  const action = useAction()
  if (!people.value?.length) return null
  const asked = [
    ['PUT', words.approve],
    ['DELETE', words.decline],
  ] as const
  const removed = club.membership?.role === 'owner' ? ([['DELETE', words.takeBack]] as const) : []
  const decide = (id: string, method: 'PUT' | 'DELETE') =>
    void action.run(async () => {
      await request(method, `${path}/${id}`)
      await people.renew()
      await onChange()
    })
  return (
    <ListCard title={state === 'requested' ? words.requests : words.removals}>
      <ProblemNotice problem={action.problem} />
      <ul class="records">
        {people.value.map(({ id, name }) => (
          <li class="record" key={id}>
            <strong>{name ?? words.nameless}</strong>
            <div class="row">
              {(state === 'requested' ? asked : removed).map(([method, label]) => (
                <button
                  class={method === 'PUT' ? 'small' : 'secondary small'}
                  key={method}
                  disabled={action.isBusy}
                  onClick={() => decide(id, method)}
                >
                  {label}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </ListCard>
  )
}

export function Invitations({ club }: { club: Club }) {
  const path = `/clubs/${club.id}/invitations`
  const invitations = useData<ClubInvitation[]>(path)
  const [made, setMade] = useState<CreatedClubInvitation>()
  const action = useAction()
  const make = () =>
    void action.run(async () => {
      setMade((await post<{ data: CreatedClubInvitation }>(path, {})).data)
      await invitations.renew()
    })
  const end = (id: string) =>
    void action.run(async () => {
      await remove(`${path}/${id}`)
      if (made?.id === id) setMade(undefined)
      await invitations.renew()
    })
  return (
    <ListCard
      title={words.invitations}
      head={
        <button disabled={action.isBusy} onClick={make}>
          {words.makeLink}
        </button>
      }
    >
      <ProblemNotice problem={action.problem ?? invitations.problem} />
      {made && (
        <div class="list-head">
          <div class="field" role="status">
            <span class="label">{words.link}</span>
            <CopyField text={made.url} label={words.link} />
          </div>
        </div>
      )}
      <ul class="records">
        {invitations.value?.map(({ id, email, uses, maxUses, endsAt }) => (
          <li class="record" key={id}>
            <div>
              <strong>{email ?? words.used(uses, maxUses)}</strong>
              <div class="soft small">{words.until(format.day(endsAt.slice(0, 10)))}</div>
            </div>
            <button class="danger small" disabled={action.isBusy} onClick={() => end(id)}>
              {words.end}
            </button>
          </li>
        ))}
      </ul>
      <ByEmail club={club} onSent={invitations.reload} />
    </ListCard>
  )
}

/** In lines, or pasted from a table with other columns. */
const findAddresses = (text: string) => text.match(/[^\s,;"'<>]+@[^\s,;"'<>]+/g) ?? []

function ByEmail({ club, onSent }: { club: Club; onSent: () => void }) {
  const [text, setText] = useState('')
  const [report, setReport] = useState<InvitedReport>()
  const action = useAction()
  const addresses = findAddresses(text)
  const send = async () => {
    setReport(undefined)
    const path = `/clubs/${club.id}/invited-addresses`
    setReport((await post<{ data: InvitedReport }>(path, { addresses })).data)
    setText('')
    onSent()
  }
  return (
    <details class="list-head">
      <summary>{words.byEmail}</summary>
      <Form
        action={action}
        submit={send}
        foot={<Buttons action={action} label={words.send} isReady={addresses.length > 0} />}
      >
        <Writing label={words.addresses} rows={5} value={text} change={setText} />
        <div role="status">
          {report && <p>{words.sent(report.sent)}</p>}
          {report?.leftOut.map(({ address, problem }) => (
            <p key={address}>{`${address}: ${problem}`}</p>
          ))}
        </div>
      </Form>
    </details>
  )
}
