// Prints the size of the whole beside that of the last release, as the last line of `npm run check`. It refuses nothing.
import { execFileSync } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { settings } from '#server/platform/settings.ts'
import { buildServices } from '#server/services.ts'
import { describeBudget, readBudget } from './testing/budget.ts'
import { readTimes } from './testing/times.ts'

const root = join(import.meta.dirname, '..')
const PRODUCT = /\.(?:tsx?|css|m?js|sql|sh)$/
const NOT_PRODUCT = /^(?:test|docs|examples)\/|\.test\.\w+$/

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const count = (paths: readonly string[], piece: RegExp) =>
  paths.reduce((total, path) => total + (read(path).match(piece)?.length ?? 0), 0)

const counts = {
  'product lines': count(
    tracked.filter((path) => PRODUCT.test(path) && !NOT_PRODUCT.test(path)),
    /\n/g,
  ),
  ...(await countParts()),
  settings: Object.keys(settings).length,
  'words of docs': count(
    tracked.filter((path) => /^docs\/.*\.md$/.test(path)),
    /\S+/g,
  ),
  ...countSeconds(),
}
console.log(describeBudget(counts, readBudget(read('CHANGELOG.md'))))

/** As a start has them: each route once, whatever its method. */
async function countParts(): Promise<{ routes: number; tables: number }> {
  const routes = new Set<string>()
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => void routes.add(`${String(method)} ${url}`))
  })
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-budget-'))
  const services = await buildServices(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const app = await createApp(services)
  await app.ready()
  await app.close()
  await services.close()
  const database = new DatabaseSync(join(folder, 'cloudstreet.db'))
  const { tables } = database
    .prepare("select count(*) as tables from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .get() as { tables: number }
  database.close()
  rmSync(folder, { recursive: true })
  return { routes: routes.size, tables }
}

/** Of `npm test`, where it has run. */
function countSeconds(): { 's of npm test'?: number } {
  const seconds = readTimes().suite
  return seconds === undefined ? {} : { 's of npm test': Math.round(seconds) }
}
