// Members of a club, page by page; owners and admins change roles and remove members, and owners hand the club over.
import { useState } from 'preact/hooks'
import type { ClubMember, ClubMemberList, ClubRole } from '#contract/clubs/clubs.ts'
import { get, patch, post, remove } from '../parts/api.ts'
import { Confirm } from '../parts/confirm.tsx'
import { useAction, useLoad } from '../parts/load.ts'
import { ProblemNotice, Wait } from '../parts/notices.tsx'
import { Pick } from '../parts/form/field.tsx'
import { ListCard } from './page.tsx'
import { type ClubProps, words } from './words.ts'

/** Roles that a role gives and takes away. */
const below: Record<ClubRole, readonly ClubRole[]> = {
  owner: ['owner', 'admin', 'reviewer', 'member'],
  admin: ['reviewer', 'member'],
  reviewer: [],
  member: [],
}

const nameOf = ({ name }: ClubMember) => name ?? words.nameless

export function Members({ club, onChange }: ClubProps) {
  const path = `/clubs/${club.id}/members`
  const first = useLoad<ClubMemberList>(path)
  const [more, setMore] = useState<ClubMemberList>()
  const [heir, setHeir] = useState<ClubMember>()
  const action = useAction()
  const role = club.membership?.role
  const given = role ? below[role] : []
  const shown = [...(first.value?.data ?? []), ...(more?.data ?? [])]
  const { next } = (more ?? first.value)?.pagination ?? {}
  const readMore = async () => {
    const page = await get<ClubMemberList>(`${path}?after=${next}`)
    setMore({ data: [...(more?.data ?? []), ...page.data], pagination: page.pagination })
  }
  const renew = async () => {
    setMore(undefined)
    await onChange()
  }
  const change = (act: () => Promise<unknown>) => void action.run(() => act().then(renew))
  return (
    <ListCard title={words.membersTitle}>
      <ProblemNotice problem={action.problem} />
      <Wait loaded={first} height="list" />
      <ul class="records">
        {shown.map((member) => {
          const isBelow = given.includes(member.role) && !member.isYou
          return (
            <li class="record" key={member.id}>
              <div>
                <strong>{nameOf(member)}</strong> {member.isYou && <span class="tag sun">{words.you}</span>}{' '}
                {!isBelow && <span class="tag plain">{words.roles[member.role]}</span>}
              </div>
              {isBelow && (
                <div class="row">
                  <Pick
                    label={words.roleOf(nameOf(member))}
                    names={Object.fromEntries(given.map((one) => [one, words.roles[one]]))}
                    value={member.role}
                    change={(wanted) => change(() => patch(`${path}/${member.id}`, { role: wanted }))}
                  />
                  {role === 'owner' && member.role !== 'member' && (
                    <button class="secondary small" onClick={() => setHeir(member)}>
                      {words.handOver}
                    </button>
                  )}
                  <button
                    class="danger small"
                    aria-label={words.removeFrom(nameOf(member))}
                    onClick={() => change(() => remove(`${path}/${member.id}`))}
                  >
                    {words.remove}
                  </button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {next && (
        <div class="list-foot">
          <button class="secondary" disabled={action.isBusy} onClick={() => void action.run(readMore)}>
            {words.more}
          </button>
        </div>
      )}
      {heir && (
        <Confirm
          title={`${words.handOver}?`}
          action={words.handOver}
          run={() => post(`/clubs/${club.id}/owner`, { memberId: heir.id }).then(renew)}
          onClose={() => setHeir(undefined)}
        >
          {words.handOverTo(nameOf(heir))}
        </Confirm>
      )}
    </ListCard>
  )
}
