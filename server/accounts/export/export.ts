// Exports everything stored about a user as one ZIP, written while it is read.
import { Readable } from 'node:stream'
import { writeZip, type ZippedFile } from '#server/platform/files/zip-writer.ts'
import type { AccountOwner, AccountPart, AccountServices } from '../account-services.ts'
import { requireUser, toAccount } from '../profile/profile.ts'
import { findUserImage, listSessions } from '../store.ts'
import type { ExportPlace } from './gate.ts'

/**
 * Made only as far as it is read. An error in a part aborts the download, so no half archive looks whole; an
 * aborted download ends the parts.
 */
export function streamExport(accounts: AccountServices, owner: AccountOwner, place: ExportPlace): Readable {
  const parts = [createAccountPart(accounts), ...accounts.parts]
  const archive = writeZip(listFiles(parts, owner), new Date(accounts.now()))
  return Readable.from(place.pace(archive), { objectMode: false })
}

async function* listFiles(
  parts: readonly Pick<AccountPart, 'exportFiles'>[],
  owner: AccountOwner,
): AsyncGenerator<ZippedFile> {
  for (const part of parts) yield* part.exportFiles(owner)
}

/** The data of the accounts feature itself: profile, picture, sessions. */
function createAccountPart({ config, db, now }: AccountServices): Pick<AccountPart, 'exportFiles'> {
  return {
    exportFiles: async function* ({ id }) {
      const user = await requireUser(db.sql, id)
      const sessions = await listSessions(db.sql, id, now())
      yield toJsonFile('profile.json', toAccount(config, user))
      yield toJsonFile(
        'sessions.json',
        sessions.map((session) => ({
          id: session.id,
          createdAt: session.created_at,
          lastSeenAt: session.updated_at,
          address: session.ip_address,
          browser: session.user_agent,
        })),
      )
      const image = await findUserImage(db.sql, id)
      if (image) yield { path: 'picture.webp', content: image }
    },
  }
}

function toJsonFile(path: string, value: unknown): ZippedFile {
  return { path, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}
