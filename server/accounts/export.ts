// Exports everything stored about a user as one ZIP, streamed while it is written.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { AccountOwner, AccountPart, AccountServices, ExportedFile } from './account-services.ts'
import { requireUser, toAccount } from './profile/profile.ts'
import { findUserImage, listSessions } from './store.ts'

/** An error in a part aborts the download, so that no half archive looks whole; an aborted download ends the parts. */
export function streamExport(accounts: AccountServices, owner: AccountOwner): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const parts = [createAccountPart(accounts), ...accounts.parts]
  addFiles(zip, parts, owner, new Date(accounts.now())).catch((error: Error) => output.destroy(error))
  return output
}

/** Back-pressure: the next file is asked for when the one before has been read. */
async function addFiles(
  zip: ZipFile,
  parts: readonly Pick<AccountPart, 'exportFiles'>[],
  owner: AccountOwner,
  mtime: Date,
): Promise<void> {
  let abort = (_error: Error): void => undefined
  zip.outputStream.once('close', () => abort(new Error('the download was aborted')))
  for (const part of parts) {
    for await (const file of part.exportFiles(owner)) {
      await new Promise<void>((resolve, reject) => {
        abort = reject
        const content = Readable.from([file.bytes], { objectMode: false })
        content.once('close', resolve)
        content.once('error', reject)
        zip.addReadStream(content, file.path, { mtime, mode: 0o100644 })
      })
    }
  }
  zip.end()
}

/** What the accounts feature itself stores: profile, picture, sessions. */
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
      if (image) yield { path: 'picture.webp', bytes: image }
    },
  }
}

function toJsonFile(path: string, value: unknown): ExportedFile {
  return { path, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}
