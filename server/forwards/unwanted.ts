// Lets those who get flights by email stop them: by a link in each, without a sign-in, for good, and for that pilot only.
import { hash } from 'node:crypto'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { normaliseEmail } from '#server/platform/mail/address.ts'
import { isSigned, type Secrets, signText } from '#server/platform/secrets.ts'

export const END_PATH = '/end-forwarding'
const PURPOSE = 'end-forwarding'

export interface Mailed {
  /** The pilot. */
  userId: string
  address: string
}

export function writeEndLink(
  { config, secret }: { config: { baseUrl: string }; secret: string },
  { userId, address }: Mailed,
): string {
  const value = Buffer.from(JSON.stringify([userId, normaliseEmail(address)])).toString('base64url')
  return `${config.baseUrl}${END_PATH}?token=${value}.${signText(secret, PURPOSE, value)}`
}

const isOf = ({ userId, address }: Mailed) =>
  fragment`user_id = ${userId} and address_hash = ${hash('sha256', normaliseEmail(address))}`

export async function isUnwanted(sql: Sql, mailed: Mailed): Promise<boolean> {
  return (await sql`select 1 from unwanted_mail where ${isOf(mailed)}`).length > 0
}

/** Undefined when it is not one of ours. */
export function readEndLink(secrets: Secrets, token: string): Mailed | undefined {
  const [value = '', signature = ''] = token.split('.')
  if (!isSigned(secrets, PURPOSE, value, signature)) return undefined
  const [userId = '', address = ''] = JSON.parse(Buffer.from(value, 'base64url').toString()) as string[]
  return { userId, address }
}

/** False where it was so before. */
export async function noteUnwanted(sql: Sql, nowMs: number, { userId, address }: Mailed): Promise<boolean> {
  const added = await sql`
    insert into unwanted_mail (user_id, address_hash, ended_at)
    values (${userId}, ${hash('sha256', normaliseEmail(address))}, ${nowMs})
    on conflict (user_id, address_hash) do nothing returning user_id`
  return added.length > 0
}
