// The databases that servers of tests are copied from, and the browser: each is prepared with its first use, once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { restoreArchive } from '#server/archive/restore.ts'
import type { Place } from '#server/archive/tables/session.ts'
import { writeArchive } from '#server/archive/write-archive.ts'
import { createFiles } from '#server/platform/files/file-store.ts'
import { migrate } from '#server/platform/database/migrations/migrate.ts'
import { openSqlite } from '#server/platform/database/sqlite/sqlite.ts'
import { createDatabase, createTemplate, dropDatabase, startPostgres } from '#test/support/postgres.ts'

export type EngineName = 'none' | 'sqlite' | 'postgres' | 'browser'

interface Prepared {
  /** The environment of the test files. */
  environment: Record<string, string>
  stop(): Promise<void>
}

export interface Engines {
  environment(name: EngineName): Promise<Record<string, string>>
  stop(): Promise<void>
}

const prepare: Record<EngineName, () => Promise<Prepared>> = {
  none: async () => ({ environment: {}, stop: async () => {} }),
  sqlite: prepareSqlite,
  postgres: preparePostgres,
  browser: prepareBrowser,
}

export function createEngines(): Engines {
  const prepared = new Map<EngineName, Promise<Prepared>>()
  return {
    environment: async (name) => {
      const engine = prepared.get(name) ?? prepare[name]()
      prepared.set(name, engine)
      return (await engine).environment
    },
    stop: async () => {
      const started = await Promise.allSettled(prepared.values())
      for (const engine of started) if (engine.status === 'fulfilled') await engine.value.stop()
    },
  }
}

async function prepareSqlite(): Promise<Prepared> {
  const template = isMoved ? await moveToSqlite() : await migrateSqlite()
  return {
    environment: { TEST_ENGINE: 'sqlite', TEST_TEMPLATE: template },
    stop: async () => rmSync(dirname(template), { recursive: true, force: true }),
  }
}

/** One Chromium for all files: each connects to it. */
async function prepareBrowser(): Promise<Prepared> {
  const { launchSharedBrowser } = await import('#test/support/browser.ts')
  const [database, chromium] = await Promise.all([prepareSqlite(), launchSharedBrowser()])
  return {
    environment: { ...database.environment, TEST_BROWSER: chromium.wsEndpoint() },
    stop: async () => {
      await chromium.close()
      await database.stop()
    },
  }
}

async function migrateSqlite(): Promise<string> {
  const db = openSqlite(mkdtempSync(join(tmpdir(), 'cloudstreet-template-')))
  await migrate(db, Date.now)
  await db.close()
  return db.location
}

/** With TEST_MOVED every test runs on a database that was restored from a backup of the other engine. */
const isMoved = Boolean(process.env.TEST_MOVED)

async function moveDatabase(from: Place, to: Place): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-moved-'))
  const file = join(folder, 'all')
  await writeArchive(from, file, { nowMs: Date.now(), files: createFiles(['database']) })
  await restoreArchive(to, file, { force: false, nowMs: 0 })
  rmSync(folder, { recursive: true, force: true })
}

async function moveToSqlite(): Promise<string> {
  const server = await startPostgres()
  try {
    const source = new URL(`/${await createTemplate(server.url)}`, server.url).href
    const file = join(mkdtempSync(join(tmpdir(), 'cloudstreet-template-')), 'cloudstreet.db')
    await moveDatabase({ databaseUrl: source }, { file })
    return file
  } finally {
    await server.stop()
  }
}

async function moveToPostgres(serverUrl: string): Promise<string> {
  const file = await migrateSqlite()
  const databaseUrl = await createDatabase(serverUrl)
  await moveDatabase({ file }, { databaseUrl })
  rmSync(dirname(file), { recursive: true, force: true })
  return new URL(databaseUrl).pathname.slice(1)
}

/** A server of our own, or the one that TEST_DATABASE_URL names. */
async function preparePostgres(): Promise<Prepared> {
  const named = process.env.TEST_DATABASE_URL
  const server = named ? undefined : await startPostgres()
  const url = named ?? server?.url ?? ''
  const template = isMoved ? await moveToPostgres(url) : await createTemplate(url)
  return {
    environment: { TEST_ENGINE: 'postgres', TEST_DATABASE_URL: url, TEST_TEMPLATE: template },
    stop: async () => {
      await dropDatabase(url, new URL(`/${template}`, url).href)
      await server?.stop()
    },
  }
}
