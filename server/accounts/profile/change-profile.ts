// Changes what others see of a user: profile fields and picture.
import type { AccountChange } from '#dashboard/account.ts'
import type { By } from '#server/access/security-log/store.ts'
import { announceWidening, type Undoers } from '#server/access/widening.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteImage, hideProfile, insertImage, updateProfile, type User } from '../store.ts'
import { findCivlIdProblem, findClubProblem, findNameProblem } from '../validation.ts'
import { makeSquarePicture } from '#server/platform/pictures/square.ts'
import { accountGone, requireUser } from './profile.ts'

/** Fields that the change does not name stay as they are. */
export async function changeProfile(
  services: Services,
  userId: string,
  change: AccountChange,
  by: By,
): Promise<User> {
  const { db, now } = services
  const problem = findProfileProblem(change)
  if (problem !== undefined) throw invalidRequest(problem)
  const user = await db.transaction(async (sql) => {
    const before = await requireUser(sql, userId)
    if (change.publicProfile && !before.public_profile)
      await announceWidening(
        services,
        sql,
        { userId, by },
        { kind: 'profilePublished', subject: '', undo: null },
      )
    return updateProfile(sql, now(), userId, {
      name: change.name === undefined ? before.name : change.name?.trim() || null,
      club: change.club === undefined ? before.club : change.club?.trim() || null,
      civlId: change.civlId === undefined ? before.civl_id : change.civlId,
      publicProfile: change.publicProfile ?? before.public_profile,
      language: change.language === undefined ? before.language : change.language,
      units: change.units === undefined ? before.units : change.units,
      clock: change.clock === undefined ? before.clock : change.clock,
    })
  })
  if (!user) throw accountGone()
  return user
}

/** The profile's part of an account; its export is that of the account itself. */
export function createProfilePart({ db, now }: Services) {
  return {
    async *exportFiles() {},
    undoes: { profilePublished: (userId) => hideProfile(db.sql, now(), userId) } satisfies Undoers,
  }
}

function findProfileProblem({ name, club, civlId }: AccountChange): string | undefined {
  return (
    findNameProblem(name ?? '') ??
    findClubProblem(club ?? '') ??
    (typeof civlId === 'number' ? findCivlIdProblem(civlId) : undefined)
  )
}

export async function changeImage({ db, now }: Services, userId: string, bytes: Uint8Array): Promise<void> {
  const image = await makeSquarePicture(userId, bytes)
  await db.transaction((sql) => insertImage(sql, now(), userId, image))
}

export async function removeImage({ db, now }: Services, userId: string): Promise<void> {
  await db.transaction((sql) => deleteImage(sql, now(), userId))
}
