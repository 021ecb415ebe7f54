// Webhooks as their owners see them.
import type { EventName } from '#contract/event-names.ts'
import type { Proved } from '#server/access/proof.ts'
import { countRegistration } from '#server/events/outbox.ts'
import { isChangedByOwner } from '#server/deliveries/receivers.ts'
import { type Fragment, fragment, nothing, type Sql } from '#server/platform/database/database.ts'

/** Whose webhooks: a user's, an application's, or all of an account (the user's and those of the user's applications). */
export type Owner = { userId: string } | { applicationId: string } | { accountId: string }
export type OneOwner = Exclude<Owner, { accountId: string }>

export interface Webhook {
  id: string
  user_id: string | null
  application_id: string | null
  url: string
  /** A JSON array of their names. */
  events: string
  description: string | null
  old_secret_expires_at: number | null
  last_sequence: number
  failing_since: number | null
  last_delivered_at: number | null
  disabled_at: number | null
  disabled_reason: string | null
  created_at: number
  updated_at: number
  pending: number
}

const BY_OWNER = 'by its owner'

/** Another receiver, or one that is as good as another: it is judged by the attempts that begin after this. */
const startsOver = fragment`failing_since = null, last_failed_at = null, ${isChangedByOwner}`

function ownedBy(owner: Owner): Fragment {
  if ('userId' in owner) return fragment`w.user_id = ${owner.userId}`
  if ('applicationId' in owner) return fragment`w.application_id = ${owner.applicationId}`
  return fragment`(w.user_id = ${owner.accountId} or
    w.application_id in (select a.id from applications a where a.owner_id = ${owner.accountId}))`
}

const summary = fragment`
  w.id, w.user_id, w.application_id, w.url, w.events, w.description, w.old_secret_expires_at, w.last_sequence, w.failing_since,
  w.last_delivered_at, w.disabled_at, w.disabled_reason, w.created_at, w.updated_at,
  (select count(*) from deliveries d where d.webhook_id = w.id and d.status = 'pending') as pending`

export async function listWebhooks(sql: Sql, owner: Owner): Promise<Webhook[]> {
  return sql<Webhook>`select ${summary} from webhooks w where ${ownedBy(owner)} order by w.created_at, w.id`
}

export type OwnedWebhook = Webhook & { account_id: string; owner: string }

/** For the operator: of one account, one by its id, or all, each with the account that owns it and its email. */
export async function listOwnedWebhooks(
  sql: Sql,
  which: { accountId: string } | { id: string } | undefined,
): Promise<OwnedWebhook[]> {
  const condition =
    which === undefined
      ? nothing
      : 'id' in which
        ? fragment`where w.id = ${which.id}`
        : fragment`where ${ownedBy(which)}`
  return sql<OwnedWebhook>`
    select ${summary}, u.id as account_id, u.email as owner from webhooks w
    left join applications a on a.id = w.application_id
    join users u on u.id = coalesce(w.user_id, a.owner_id)
    ${condition} order by w.created_at, w.id`
}

export async function findWebhook(sql: Sql, owner: Owner, id: string): Promise<Webhook | undefined> {
  const [webhook] = await sql<Webhook>`
    select ${summary} from webhooks w where ${ownedBy(owner)} and w.id = ${id}`
  return webhook
}

/** Held until the transaction ends: nothing else numbers or records the webhook's deliveries meanwhile. */
export async function lockWebhook(sql: Sql, owner: Owner, id: string): Promise<boolean> {
  const rows =
    await sql`select w.id from webhooks w where ${ownedBy(owner)} and w.id = ${id} ${sql.forUpdate}`
  return rows.length > 0
}

export interface NewWebhookRow {
  id: string
  owner: OneOwner
  url: string
  events: readonly EventName[]
  description: string | null
  enabled: boolean
  encryptedSecret: Uint8Array
}

export interface Maximum {
  /** For the user alone, or for one application. */
  perOwner: number
  /** For the user and all applications of the user. */
  perAccount: number
}

/** Which maximum is reached already; undefined when the webhook was added. */
export async function insertWebhook(
  sql: Sql,
  nowMs: number,
  { id, owner, url, events, description, enabled, encryptedSecret }: NewWebhookRow,
  maximum: Maximum,
  _proved: Proved,
): Promise<keyof Maximum | undefined> {
  const userId = 'userId' in owner ? owner.userId : null
  const applicationId = 'applicationId' in owner ? owner.applicationId : null
  const accountId = await lockAccount(sql, owner)
  if ((await countWebhooks(sql, owner)) >= maximum.perOwner) return 'perOwner'
  if ((await countWebhooks(sql, { accountId })) >= maximum.perAccount) return 'perAccount'
  const registration = await countRegistration(sql)
  await sql`
    insert into webhooks
      (id, user_id, application_id, url, events, description, secret, registration, disabled_at, disabled_reason,
       created_at, updated_at)
    values (${id}, ${userId}, ${applicationId}, ${url}, ${JSON.stringify(events)}, ${description}, ${encryptedSecret},
            ${registration}, ${enabled ? null : nowMs}, ${enabled ? null : BY_OWNER}, ${nowMs}, ${nowMs})`
  return undefined
}

/** Registrations at the same moment are counted one after the other. */
async function lockAccount(sql: Sql, owner: OneOwner): Promise<string> {
  const isAccount =
    'userId' in owner
      ? fragment`u.id = ${owner.userId}`
      : fragment`u.id = (select a.owner_id from applications a where a.id = ${owner.applicationId})`
  const [account] = await sql<{ id: string }>`select u.id from users u where ${isAccount} ${sql.forUpdate}`
  if (!account) throw new Error('the owner of the webhook is gone')
  return account.id
}

async function countWebhooks(sql: Sql, owner: Owner): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from webhooks w where ${ownedBy(owner)}`
  return row?.count ?? 0
}

export interface StoredChange {
  url?: string | undefined
  events?: readonly EventName[] | undefined
  description?: string | null | undefined
  enabled?: boolean | undefined
}

/** Members that the change does not name stay as they are. */
export async function updateWebhook(
  sql: Sql,
  nowMs: number,
  owner: Owner,
  id: string,
  change: StoredChange,
  _proved: Proved,
): Promise<boolean> {
  const url = change.url === undefined ? nothing : fragment`, url = ${change.url}`
  const events = change.events === undefined ? nothing : fragment`, events = ${JSON.stringify(change.events)}`
  const description =
    change.description === undefined ? nothing : fragment`, description = ${change.description}`
  const enabled = change.enabled === undefined ? nothing : switchTo(change.enabled, nowMs)
  // The dashboard sends the address with every change.
  if (change.url !== undefined)
    await sql`
      update webhooks as w set ${startsOver} where ${ownedBy(owner)} and w.id = ${id} and w.url <> ${change.url}`
  return setFields(sql, nowMs, owner, id, fragment`${url} ${events} ${description} ${enabled}`)
}

export async function disableWebhook(sql: Sql, nowMs: number, owner: Owner, id: string): Promise<boolean> {
  return setFields(sql, nowMs, owner, id, switchTo(false, nowMs))
}

async function setFields(
  sql: Sql,
  nowMs: number,
  owner: Owner,
  id: string,
  fields: Fragment,
): Promise<boolean> {
  const rows = await sql`
    update webhooks as w set updated_at = ${nowMs} ${fields}
    where ${ownedBy(owner)} and w.id = ${id} returning id`
  return rows.length > 0
}

function switchTo(isEnabled: boolean, nowMs: number): Fragment {
  return isEnabled
    ? fragment`, disabled_at = null, disabled_reason = null, ${startsOver}`
    : fragment`, disabled_at = coalesce(disabled_at, ${nowMs}), disabled_reason = coalesce(disabled_reason, ${BY_OWNER}),
        ${isChangedByOwner}`
}

/** The current secret stays valid until `oldExpiresAt`; one from an earlier rotation ends now. */
export async function replaceSecret(
  sql: Sql,
  nowMs: number,
  owner: Owner,
  id: string,
  secret: { encrypted: Uint8Array; oldExpiresAt: number },
  _proved: Proved,
): Promise<boolean> {
  const rows = await sql`
    update webhooks as w set old_secret = secret, old_secret_expires_at = ${secret.oldExpiresAt},
      secret = ${secret.encrypted}, updated_at = ${nowMs}, ${startsOver}
    where ${ownedBy(owner)} and w.id = ${id} returning id`
  return rows.length > 0
}

export interface SealedSecrets {
  id: string
  secret: Uint8Array
  old_secret: Uint8Array | null
}

/** The secrets of all webhooks, which are locked. */
export async function listSealedSecrets(sql: Sql): Promise<SealedSecrets[]> {
  return sql<SealedSecrets>`select id, secret, old_secret from webhooks order by id ${sql.forUpdate}`
}

export async function replaceSealedSecrets(sql: Sql, sealed: SealedSecrets): Promise<void> {
  await sql`
    update webhooks set secret = ${sealed.secret}, old_secret = ${sealed.old_secret} where id = ${sealed.id}`
}

/** Invisible from now on, and nothing is sent to it; a job deletes it with its log. */
export async function deleteWebhook(sql: Sql, nowMs: number, owner: Owner, id: string): Promise<boolean> {
  const rows = await sql`
    update webhooks as w set user_id = null, application_id = null, url = '', description = null, old_secret = null,
      due_at = null, lease = null, leased_until = null, disabled_at = ${nowMs}, deleted_at = ${nowMs}
    where ${ownedBy(owner)} and w.id = ${id} returning id`
  return rows.length > 0
}

export async function isApplicationOf(sql: Sql, ownerId: string, applicationId: string): Promise<boolean> {
  const rows =
    await sql`select 1 as one from applications where owner_id = ${ownerId} and id = ${applicationId}`
  return rows.length > 0
}
