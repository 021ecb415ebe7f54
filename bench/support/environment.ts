// The environment in which a bench runs the service: a fresh folder, and limits out of reach. On SQLite; with DATABASE_URL
// set on that PostgreSQL, which must be a database to throw away.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unlimited } from '#test/support/flights.ts'
import { findFreePort } from '#test/support/postgres.ts'

export interface BenchEnvironment {
  folder: string
  url: string
  environment: Record<string, string>
}

export async function createBenchEnvironment(): Promise<BenchEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-bench-'))
  const port = await findFreePort()
  const environment = {
    ...unlimited,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    LOG_LEVEL: 'error',
    SCORING_WARM_UP_AFTER_SECONDS: '3',
    METRICS_TOKEN: 'bench',
    ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
  }
  return { folder, url: `http://localhost:${port}`, environment }
}
