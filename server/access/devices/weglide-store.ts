// The number and the pretended date of birth of a pilot, for clients of WeGlide, which know no password.
import { randomInt } from 'node:crypto'
import type { Sql } from '#server/platform/database/database.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import { DAY_MS } from '#server/platform/time.ts'

/** What XCSoar's form takes. */
const MAX_NUMBER = 99_999
const FIRST_DAY_MS = Date.UTC(1800, 0, 1)
const DAYS = Math.floor((Date.UTC(2500, 0, 1) - FIRST_DAY_MS) / DAY_MS)
const MAX_TRIES = 100

export interface WeglideLogin {
  number: number
  /** YYYY-MM-DD */
  dateOfBirth: string
}

export async function insertWeglideLogin(sql: Sql, deviceId: string): Promise<WeglideLogin> {
  const dateOfBirth = new Date(FIRST_DAY_MS + randomInt(DAYS) * DAY_MS).toISOString().slice(0, 10)
  // Numbers are few: that of a removed device is used again.
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const number = randomInt(1, MAX_NUMBER + 1)
    const rows = await sql`
      insert into weglide_logins (number, device_id, date_hash)
      values (${number}, ${deviceId}, ${hashLogin(number, dateOfBirth)})
      on conflict (number) do update set device_id = excluded.device_id, date_hash = excluded.date_hash
      where exists (
        select 1 from credentials c where c.id = weglide_logins.device_id and c.revoked_at is not null)
      returning number`
    if (rows.length > 0) return { number, dateOfBirth }
  }
  throw new Error('there is no free number for WeGlide')
}

/** The device of this number and date. */
export async function findWeglideDevice(
  sql: Sql,
  number: number,
  dateOfBirth: string,
): Promise<string | undefined> {
  const [row] = await sql<{ device_id: string }>`
    select device_id from weglide_logins
    where number = ${number} and date_hash = ${hashLogin(number, dateOfBirth)}`
  return row?.device_id
}

function hashLogin(number: number, dateOfBirth: string): string {
  return hashSecret(`weglide ${number} ${dateOfBirth}`)
}
