// The installation's secret: from the configuration, or generated once in the data folder.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import type { Database } from './database/database.ts'
import { makePrivate, makePrivateFolder } from './files/private-files.ts'
import { signText } from './secrets.ts'

export function requireSecret(config: Pick<Config, 'secret' | 'dataDir'>): string {
  if (config.secret) return config.secret
  const path = join(config.dataDir, 'secret')
  makePrivateFolder(config.dataDir)
  makePrivate(path)
  try {
    // `wx`: of two processes that start at once, one creates it and the other reads it.
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}

/** A secret other than the one that the database was set up with would silently break sessions and webhooks. */
export async function requireSameSecret(db: Database, secret: string): Promise<void> {
  const fingerprint = signText(secret, 'fingerprint', 'cloudstreet').slice(0, 16)
  await db.sql`insert into installation (name, value) values ('secret_fingerprint', ${fingerprint}) on conflict (name) do nothing`
  const [row] = await db.sql<{
    value: string
  }>`select value from installation where name = 'secret_fingerprint'`
  if (row?.value === fingerprint) return
  throw new ConfigError(
    'CLOUDSTREET_SECRET is not the one this database was set up with. ' +
      'Set the same value on every node, or put the file "secret" back into the data folder.',
  )
}
