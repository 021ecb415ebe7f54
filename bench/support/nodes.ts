// Nodes as separate processes, and a pilot who asks them.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { issueCredential } from '#test/support/access/issuing.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { type Answer, call } from './load.ts'

export interface Node {
  child: ChildProcess
  port: number
}

export async function startNode(environment: Record<string, string>): Promise<Node> {
  const child = fork(join(import.meta.dirname, '../servers/nodes.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send({ start: environment })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port }
}

export async function createKey(sql: Sql, userId: string): Promise<string> {
  const scopes = ['flights:read', 'flights:write', 'profile:read'] as const
  const wanted = { kind: 'key' as const, userId, scopes: [...scopes], name: 'bench' }
  return (await issueCredential(sql, Date.now(), wanted)).secret
}

export async function askNode(
  { port }: Node,
  key: string,
  path: string,
  upload?: Uint8Array,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(upload
      ? { 'content-type': 'application/octet-stream', 'content-length': String(upload.length) }
      : {}),
  }
  const url = new URL(`/api/v1${path}`, `http://127.0.0.1:${port}`)
  return call({ url, headers, ...(upload ? { method: 'POST', body: upload } : {}) })
}
