// Makes for tests what users make after a proof of who they are, as the operator's commands would.
import { issueCredential as issue, type NewCredential } from '#server/access/credentials.ts'
import { createDevice as addDevice, type NewDevice } from '#server/access/devices/store.ts'
import { byOperator, type ByProved, byService } from '#server/access/security-log/store.ts'
import * as webhooks from '#server/webhooks/manage.ts'
import type { Sql } from '#server/platform/database/database.ts'

/** Logged as done by the service itself. */
export const bySetUp: ByProved = { ...byService, proved: byOperator.proved }

export const issueCredential = (sql: Sql, nowMs: number, credential: NewCredential) =>
  issue(sql, nowMs, credential, byOperator.proved)

export const createDevice = (sql: Sql, nowMs: number, device: NewDevice) =>
  addDevice(sql, nowMs, device, byOperator.proved)

type Create = typeof webhooks.createWebhook
type Change = typeof webhooks.changeWebhook

export const createWebhook = (
  services: Parameters<Create>[0],
  owner: Parameters<Create>[1],
  address: string,
  by: ByProved = bySetUp,
  choices?: Parameters<Create>[4],
) => webhooks.createWebhook(services, owner, address, by, choices)

export const changeWebhook = (
  services: Parameters<Change>[0],
  owner: Parameters<Change>[1],
  id: string,
  change: Parameters<Change>[3],
) => webhooks.changeWebhook(services, owner, id, change, bySetUp)
