// Members of a club, page by page; owners and admins change roles and remove members.
import { useState } from 'preact/hooks'
import type { ClubMember, ClubMemberList, ClubRole } from '#contract/clubs/clubs.ts'
import { get, patch, remove } from '../parts/api.ts'
import { useAction, useLoad } from '../parts/load.ts'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import type { ClubProps, ClubTexts } from './words.ts'

/** Roles that a role gives and takes away. */
const below: Record<ClubRole, readonly ClubRole[]> = {
  owner: ['owner', 'admin', 'reviewer', 'member'],
  admin: ['reviewer', 'member'],
  reviewer: [],
  member: [],
}

export function Members({ words, club, onChange }: ClubProps) {
  const path = `/clubs/${club.id}/members`
  const first = useLoad<ClubMemberList>(path)
  const [more, setMore] = useState<ClubMemberList>()
  const action = useAction()
  const given = club.membership ? below[club.membership.role] : []
  const shown = [...(first.value?.data ?? []), ...(more?.data ?? [])]
  const next = more ? more.next : first.value?.next
  const readMore = async () => {
    const page = await get<ClubMemberList>(`${path}?after=${next}`)
    setMore({ data: [...(more?.data ?? []), ...page.data], next: page.next })
  }
  const change = (act: () => Promise<unknown>) =>
    void action.run(async () => {
      await act()
      setMore(undefined)
      await onChange()
    })
  return (
    <section class="card list-card" aria-labelledby="club-members">
      <div class="list-head">
        <h2 id="club-members">{words.membersTitle}</h2>
      </div>
      <ProblemNotice problem={first.problem ?? action.problem} retry={first.reload} />
      {!first.value && !first.problem && <Skeleton height="list" />}
      <ul class="records">
        {shown.map((member) => (
          <MemberRow
            key={member.id}
            words={words}
            member={member}
            given={given}
            give={(role) => change(() => patch(`${path}/${member.id}`, { role }))}
            end={() => change(() => remove(`${path}/${member.id}`))}
          />
        ))}
      </ul>
      {next && (
        <div class="list-foot">
          <button class="secondary" disabled={action.isBusy} onClick={() => void action.run(readMore)}>
            {words.more}
          </button>
        </div>
      )}
    </section>
  )
}

function MemberRow({
  words,
  member,
  given,
  give,
  end,
}: {
  words: ClubTexts
  member: ClubMember
  given: readonly ClubRole[]
  give: (role: ClubRole) => void
  end: () => void
}) {
  const name = member.name ?? words.nameless
  const isBelow = given.includes(member.role) && !member.isYou
  return (
    <li class="record">
      <div>
        <strong>{name}</strong> {member.isYou && <span class="tag sun">{words.you}</span>}{' '}
        {!isBelow && <span class="tag plain">{words.roles[member.role]}</span>}
      </div>
      {isBelow && (
        <div class="row">
          <select
            aria-label={words.roleOf(name)}
            value={member.role}
            onChange={(event) => give(event.currentTarget.value as ClubRole)}
          >
            {given.map((role) => (
              <option key={role} value={role}>
                {words.roles[role]}
              </option>
            ))}
          </select>
          <button class="danger small" aria-label={words.removeFrom(name)} onClick={end}>
            {words.remove}
          </button>
        </div>
      )}
    </li>
  )
}
