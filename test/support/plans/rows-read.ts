// How many rows of tables PostgreSQL reads for the statements of a piece of work: each is run once more, explained.
import pg from 'pg'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Heap Fetches'?: number
  Plans?: Plan[]
}

interface Statement {
  text: string
  values: unknown[]
}

/** The reading statements that the work leads to, in this process. */
export async function recordReads(work: () => Promise<void>): Promise<Statement[]> {
  const recorded: Statement[] = []
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = client
  client.query = function (this: unknown, ...args: unknown[]) {
    const [config] = args as [Partial<Statement> | undefined]
    if (config?.text && /^\s*(select|with)\b(?!.*for update)/is.test(config.text))
      recorded.push({ text: config.text, values: config.values ?? [] })
    return query.apply(this, args)
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return recorded
}

/** Rows of the large tables; those answered by an index alone are not counted. */
export async function countRowsRead(
  client: pg.Client,
  { text, values }: Statement,
  tables: ReadonlySet<string>,
): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
    text: `explain (analyze, format json, timing off) ${text}`,
    values,
  })
  return countNode(rows[0]!['QUERY PLAN'][0].Plan, tables)
}

function countNode(plan: Plan, tables: ReadonlySet<string>): number {
  const below = (plan.Plans ?? []).reduce((sum, part) => sum + countNode(part, tables), 0)
  if (!tables.has(plan['Relation Name'] ?? '')) return below
  if (plan['Node Type'] === 'Index Only Scan') return below + (plan['Heap Fetches'] ?? 0)
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return below + (plan['Actual Rows'] + removed) * plan['Actual Loops']
}
