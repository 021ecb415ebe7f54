// The keys to a bucket: those of the settings, those of a profile in the shared credentials file, or those of a role,
// which expire after some hours and are renewed in time. The same settings as those of Amazon's own tools.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS, SECOND_MS } from '../time.ts'
import type { AwsEnvironment } from '../settings/aws.ts'
import type { Loaded, S3Keys } from './s3-keys.ts'
import { askContainer, askMachine, exchangeToken, findContainerUrl, readText } from './s3-roles.ts'

export type FindKeys = () => Promise<S3Keys>

type Load = () => Promise<Loaded>

/** Amazon has new keys for a role at least five minutes before the old ones expire. */
const RENEW_BEFORE_MS = 5 * MINUTE_MS
/** Somebody may write new keys into the file at any time. */
const FILE_KEPT_MS = MINUTE_MS
const RETRY_AFTER_MS = 10 * SECOND_MS

export function createKeys(aws: AwsEnvironment, now = Date.now): FindKeys {
  return keepFresh(chooseSource(aws, now), now)
}

function chooseSource(aws: AwsEnvironment, now: () => number): Load {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
    AWS_SHARED_CREDENTIALS_FILE: credentialsFile,
    AWS_PROFILE: profile,
  } = aws
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return async () => ({ keys: { accessKeyId, secretAccessKey, sessionToken }, expiresAt: undefined })
  if (tokenFile !== undefined) return () => exchangeToken(tokenFile, aws)
  const file = credentialsFile ?? join(homedir(), '.aws', 'credentials')
  const isNamed = profile !== undefined || credentialsFile !== undefined
  if (isNamed || existsSync(file))
    return async () => ({
      keys: readProfile(file, profile ?? 'default'),
      expiresAt: now() + RENEW_BEFORE_MS + FILE_KEPT_MS,
    })
  const container = findContainerUrl(aws)
  return container ? () => askContainer(container, aws) : () => askMachine(aws)
}

/** New keys are fetched before the old ones expire, while those are still used; one request at a time asks for them. */
function keepFresh(load: Load, now: () => number): FindKeys {
  let loaded: Loaded | undefined
  let loading: Promise<Loaded> | undefined
  let mayTryAt = 0
  const renew = () =>
    (loading ??= load()
      .then((fresh) => (loaded = fresh))
      .finally(() => (loading = undefined)))
  return async () => {
    const leftMs = loaded ? (loaded.expiresAt ?? Infinity) - now() : 0
    if (!loaded || leftMs <= 0) return (await renew()).keys
    if (leftMs < RENEW_BEFORE_MS && now() >= mayTryAt) {
      mayTryAt = now() + RETRY_AFTER_MS
      // A failure is reported once the old ones have expired.
      renew().catch(() => undefined)
    }
    return loaded.keys
  }
}

function readProfile(file: string, profile: string): S3Keys {
  const section = readSections(readText(file)).get(profile)
  if (!section) throw new Error(`${file} has no profile ${profile}.`)
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = section
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`The profile ${profile} in ${file} lacks aws_access_key_id or aws_secret_access_key.`)
  return { accessKeyId, secretAccessKey, sessionToken: section.aws_session_token }
}

function readSections(text: string): Map<string, Record<string, string>> {
  const sections = new Map<string, Record<string, string>>()
  let section: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const name = /^\s*\[\s*(.+?)\s*\]/.exec(line)?.[1]
    const [, key, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined) sections.set(name, (section = {}))
    else if (key !== undefined) section[key.toLowerCase()] = value ?? ''
  }
  return sections
}
