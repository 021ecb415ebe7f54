// The installation's secrets: from the configuration, or made once in the data folder.
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import type { Database, Sql } from './database/database.ts'
import { makePrivate, makePrivateFolder } from './files/private-files.ts'
import { type Secrets, signText } from './secrets.ts'

type SecretConfig = Pick<Config, 'secrets' | 'dataDir'>

export function requireSecrets(config: SecretConfig): Secrets {
  if (config.secrets) return config.secrets
  makePrivateFolder(config.dataDir)
  makePrivate(pathOf(config))
  try {
    // `wx`: of two processes that start at once one creates it and the other reads it.
    writeFileSync(pathOf(config), `${createRandomSecret()}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const [first, ...others] = readFileSync(pathOf(config), 'utf8').trim().split(/\s+/)
  if (!first) throw new ConfigError(`The file ${pathOf(config)} is empty; put it back from a backup.`)
  return [first, ...others]
}

/** Puts a new secret in front of those in the data folder. */
export function addSecret(config: SecretConfig, secrets: Secrets): void {
  writeSecrets(config, [createRandomSecret(), ...secrets])
}

/** Leaves the first of those in the data folder. */
export function dropOldSecrets(config: SecretConfig, [first]: Secrets): void {
  writeSecrets(config, [first])
}

function writeSecrets(config: SecretConfig, secrets: Secrets): void {
  const partial = `${pathOf(config)}.partial`
  writeFileSync(partial, secrets.map((secret) => `${secret}\n`).join(''), { mode: 0o600, flush: true })
  renameSync(partial, pathOf(config))
}

function pathOf({ dataDir }: SecretConfig): string {
  return join(dataDir, 'secret')
}

function createRandomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Another secret than the one the database was set up with would break sessions and webhooks silently. */
export async function requireSameSecret(db: Database, secrets: Secrets): Promise<void> {
  await db.sql`
    insert into installation (name, value) values ('secret_fingerprint', ${fingerprintOf(secrets[0])})
    on conflict (name) do nothing`
  const [row] = await db.sql<{
    value: string
  }>`select value from installation where name = 'secret_fingerprint'`
  if (secrets.some((secret) => row?.value === fingerprintOf(secret))) return
  throw new ConfigError(
    'CLOUDSTREET_SECRET is not the one this database was set up with. ' +
      'Set the same value on every node, or put the file "secret" back into the data folder.',
  )
}

/** From now on the database is taken for set up with the first secret. */
export async function storeFingerprint(sql: Sql, [first]: Secrets): Promise<void> {
  await sql`update installation set value = ${fingerprintOf(first)} where name = 'secret_fingerprint'`
}

export function fingerprintOf(secret: string): string {
  return signText(secret, 'fingerprint', 'cloudstreet').slice(0, 16)
}
