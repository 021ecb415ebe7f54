// The operator's command for a club that has lost its last owner and had no admin.
import { requireUserId } from '#server/access/operators.ts'
import { type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { findPilot } from './members-store.ts'
import { giveRole } from './owners.ts'
import { holdClosed, setClosed } from './store.ts'

/** Its owner is one of its members: somebody else would see what they show to the club alone. */
export async function reopenClub({ db, now }: Services, options: Options): Promise<object> {
  const handle = requireOption(options, 'club')
  const owner = requireOption(options, 'owner')
  const userId = await requireUserId(db.sql, owner)
  return db.transaction(async (sql) => {
    const id = await holdClosed(sql, handle)
    if (id === undefined) throw new Error(`There is no club ${handle} that is closed.`)
    const stay = await findPilot(sql, { clubId: id, userId })
    if (stay?.state !== 'member')
      throw new Error(`${owner} is not a member of the club ${handle}: name one of its members.`)
    await giveRole(sql, now(), stay, 'owner')
    await setClosed(sql, now(), id, null)
    return { club: handle, owner, reopened: true }
  })
}
