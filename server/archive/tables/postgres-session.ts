import { connectToOne } from '#server/platform/database/postgres/hosts.ts'
import { readHosts, withoutPassword } from '#server/platform/settings/postgres-url.ts'
import { chooseFetchSize } from './rows.ts'
import type { Session, Value } from './session.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Told apart from the service's own connections, by which a running service is recognised. */
const APPLICATION_NAME = 'cloudstreet-archive'

export async function openPostgresSession(databaseUrl: string): Promise<Session> {
  const { default: pg } = await import('pg')
  // int8 as numbers: times in milliseconds and counts stay far below 2^53.
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  const client = await connectToOne(
    readHosts(databaseUrl),
    (url) =>
      new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        keepAlive: true,
        application_name: APPLICATION_NAME,
        types,
      }),
  )
  // Reading all of a large table takes as long as it takes.
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  const run = async (text: string, values: readonly Value[] = []) => {
    const result = await client.query<Value[]>({ text, values: values.map(toPostgres), rowMode: 'array' })
    return result.rows
  }
  return {
    engine: 'postgres',
    location: withoutPassword(databaseUrl),
    byBytes: ' collate "C"',
    parameter: (index) => `$${index}`,
    run,
    runScript: async (text) => {
      await client.query(text)
    },
    stream: async function* (text, batchSize) {
      await run(`declare archive_rows no scroll cursor for ${text}`)
      for (let size = 1; size > 0;) {
        const rows = await run(`fetch ${size} from archive_rows`)
        yield* rows
        size = rows.length < size ? 0 : chooseFetchSize(rows, batchSize)
      }
      await run('close archive_rows')
    },
    close: () => client.end(),
  }
}

function toPostgres(value: Value): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}
