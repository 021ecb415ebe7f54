// Each store that FILES_URL names: a small file is written, read back and deleted.
import { hash as digest, randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import type { Files, FileStore } from '../files/file-store.ts'
import { SECOND_MS } from '../time.ts'
import { act, type Check, type Finding, look, well } from './check.ts'
import { withinTime } from './within-time.ts'

const TIMEOUT_MS = 10 * SECOND_MS
const CONTENT_BYTES = 64

export interface StorageOptions {
  timeoutMs?: number | undefined
}

/** New files go to the first place; a node without another one can still take uploads. */
export function checkStorage({ first, stores }: Files, options: StorageOptions = {}): Check[] {
  const others = stores.filter((store) => store !== first)
  return [
    ...(first ? [checkStore('storage', first, options, true)] : []),
    ...others.map((store, index) => checkStore(`old storage ${index + 1}`, store, options, false)),
  ]
}

function checkStore(
  name: string,
  store: FileStore,
  { timeoutMs = TIMEOUT_MS }: StorageOptions,
  isNeeded: boolean,
): Check {
  const { location } = store
  const find = withinTime(
    () => tryStore(store),
    timeoutMs,
    () =>
      act(
        `${location} did not store a file in time.`,
        remedyOf(store),
        `no answer within ${timeoutMs / 1000} s`,
      ),
  )
  return { name, isNeeded, isSlow: true, find }
}

const remedyOf = ({ location }: FileStore) =>
  `Check that FILES_URL is right, that ${location} exists and has room, and that the service may write to it; uploads are refused until then.`

/** Another file each time: nodes that check at once do not read each other's. Killed in between, one leaves 77 bytes. */
async function tryStore(store: FileStore): Promise<Finding> {
  const content = randomBytes(CONTENT_BYTES)
  const hash = digest('sha256', content)
  const bytes = zstdCompressSync(content)
  const { location } = store
  try {
    await store.put(hash, bytes)
  } catch (error) {
    await store.remove(hash).catch(() => undefined)
    return act(`Files cannot be written to ${location}.`, remedyOf(store), (error as Error).message)
  }
  const problem = await store.get(hash).then(
    (read) => (read && bytes.equals(read) ? undefined : 'it gave another file than the one written'),
    (error: unknown) => (error as Error).message,
  )
  const left = await store.remove(hash).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  )
  if (problem !== undefined)
    return act(`Files written to ${location} cannot be read back.`, remedyOf(store), problem)
  if (left !== undefined)
    return look(
      `Files cannot be deleted from ${location}.`,
      'Let the service delete files there: those of deleted flights must go.',
      left,
    )
  return well(`${location} takes files and gives them back.`)
}
