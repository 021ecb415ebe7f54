// The review of changes that the user can undo (`access/widening.ts`): ending one puts back the state of before.
import type { Services } from '#server/platform/services.ts'
import type { AccessItem, AccessOwner } from '#server/access/review-kinds.ts'
import type { Undo, WideningKind } from '#server/access/widening.ts'
import { type ChangeRow, deleteChange, listChanges } from '#server/access/store.ts'

const idOf = ({ kind, object }: Pick<ChangeRow, 'kind' | 'object'>) =>
  Buffer.from(`${kind} ${object}`).toString('base64url')

export function createChangeReview(
  { db, now }: Pick<Services, 'db' | 'now'>,
  undo: Readonly<Record<WideningKind, Undo>>,
): AccessOwner {
  return {
    list: async (sql, userId) => (await listChanges(sql, now(), userId)).map(toItem),
    /** Each in its feature's own transactions, the newest first: the last state that is put back is the oldest. */
    endMost: async (userId, ids) => {
      for (const row of await listChanges(db.sql, now(), userId))
        if (ids.includes(idOf(row)))
          await undo[row.kind as WideningKind](userId, JSON.parse(row.undo) as never)
    },
    end: async (sql, userId, id) => {
      const ended = (await listChanges(sql, now(), userId)).find((row) => idOf(row) === id)
      if (ended) await deleteChange(sql, userId, ended)
    },
  }
}

function toItem({ madeAt, ...row }: ChangeRow): AccessItem {
  const { kind, subject } = row
  return {
    id: idOf(row),
    name: `${kind} ${subject}`.trim(),
    change: { kind: kind as WideningKind, subject },
    madeAt,
  }
}
