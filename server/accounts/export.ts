// Everything a user has, as one ZIP that is made while it is sent.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { AccountOwner, AccountPart, AccountServices, ExportedFile } from './account-services.ts'
import { requireUser, toAccount } from './profile.ts'
import { findUserImage, listSessions } from './store.ts'

/** The stream fails, so that the download breaks off, when a part does; when the download breaks off, the parts end. */
export function streamExport(accounts: AccountServices, owner: AccountOwner): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const parts = [createOwnPart(accounts), ...accounts.parts]
  feed(zip, parts, owner, new Date(accounts.now())).catch((error: Error) => output.destroy(error))
  return output
}

/** One file after the other: the next is asked for when the last has been taken. */
async function feed(
  zip: ZipFile,
  parts: readonly Pick<AccountPart, 'exportFiles'>[],
  owner: AccountOwner,
  mtime: Date,
): Promise<void> {
  let breakOff = (_error: Error): void => undefined
  zip.outputStream.once('close', () => breakOff(new Error('the download was broken off')))
  for (const part of parts) {
    for await (const file of part.exportFiles(owner)) {
      await new Promise<void>((resolve, reject) => {
        breakOff = reject
        const content = Readable.from([file.bytes], { objectMode: false })
        content.once('close', resolve)
        content.once('error', reject)
        zip.addReadStream(content, file.path, { mtime, mode: 0o100644 })
      })
    }
  }
  zip.end()
}

/** What the accounts feature itself keeps: profile, picture, sessions. */
function createOwnPart({ config, db, now }: AccountServices): Pick<AccountPart, 'exportFiles'> {
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
