// The page behind the link by which a reader ends the email of a pilot's flights.
import type { ServerTexts } from '#language/server.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { normaliseEmail } from '#server/platform/mail/address.ts'
import type { Services } from '#server/platform/services.ts'
import { NOT_WANTED } from './kinds/email.ts'
import { tellPilot } from './sending/record.ts'
import { listDestinations, setState } from './store.ts'
import { END_PATH, type Mailed, noteUnwanted, readEndLink } from './unwanted.ts'

/** The page of the link, and what its button does. A second time changes nothing. */
export function createEndLink(services: Services) {
  const find = async (token: string): Promise<Mailed | undefined> => {
    const mailed = readEndLink(services.secrets, token)
    const users = mailed && (await services.db.sql`select 1 from users where id = ${mailed.userId}`)
    return users?.length ? mailed : undefined
  }
  return {
    path: END_PATH,
    find,
    ask: ({ forwardMail: { end } }: ServerTexts, { address }: Mailed) => ({
      title: end.title,
      text: [end.question(address)],
      button: end.button,
    }),
    undo: async (_request: unknown, token: string) => {
      const mailed = await find(token)
      if (mailed) await services.db.transaction((sql) => endMail(services, sql, mailed))
      return mailed
    },
    tell: ({ forwardMail: { end } }: ServerTexts, { address }: Mailed) => ({
      title: end.done,
      text: [end.doneWhat(address)],
      next: undefined,
    }),
  } as const
}

async function endMail(services: Services, sql: Sql, { userId, address }: Mailed): Promise<void> {
  if (!(await noteUnwanted(sql, services.now(), { userId, address }))) return
  for (const destination of await listDestinations(sql, userId)) {
    const { to } = JSON.parse(destination.settings) as { to?: string }
    if (destination.kind !== 'email' || normaliseEmail(to ?? '') !== normaliseEmail(address)) continue
    await setState(sql, services.now(), { userId, id: destination.id }, 'off')
    await tellPilot(services, sql, destination, NOT_WANTED)
  }
}
