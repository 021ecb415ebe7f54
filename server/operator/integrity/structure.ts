// Tables and indexes as the database itself judges them: `pragma integrity_check`, or the extension amcheck, whose functions
// take the locks of a reader.
import type { Session } from '#server/archive/tables/session.ts'
import { type Examined, type IntegrityFinding, takeExamples } from './finding.ts'

// Internal errors, data_corrupted and index_corrupted among them: whatever is wrong, it is with the data.
const DAMAGE = /^XX/

export function examineStructure(session: Session, restore: string): Promise<Examined> {
  return session.engine === 'sqlite' ? examineSqlite(session, restore) : examinePostgres(session, restore)
}

async function examineSqlite(session: Session, restore: string): Promise<Examined> {
  const said = (await session.run('pragma integrity_check')).map(([text]) => String(text))
  const faults = said.filter((text) => text !== 'ok')
  if (faults.length === 0)
    return { findings: [], notes: ['SQLite finds its file whole: every page, row and index.'] }
  const sentence = `The database file ${session.location} is damaged.`
  return {
    findings: [{ part: 'database', sentence, remedy: restore, examples: takeExamples(faults) }],
    notes: [],
  }
}

async function examinePostgres(session: Session, restore: string): Promise<Examined> {
  const [extension] = await session.run(
    `select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
     where e.extname = 'amcheck'
       and (select bool_and(has_function_privilege(p.oid, 'execute')) from pg_proc p where p.pronamespace = n.oid
            and p.proname in ('verify_heapam', 'bt_index_check'))`,
  )
  if (!extension)
    return {
      findings: [],
      notes: [
        'Tables and indexes were not compared: a superuser allows it with `create extension amcheck` and `grant execute on all functions in schema public to ROLE`.',
      ],
    }
  const relations = await session.run(
    `select c.oid::regclass::text, c.relkind::text from pg_class c left join pg_index i on i.indexrelid = c.oid
     left join pg_am a on a.oid = c.relam
     where c.relnamespace = current_schema()::regnamespace and c.relpersistence = 'p'
       and (c.relkind = 'r' or (c.relkind = 'i' and i.indisvalid and a.amname = 'btree'))
     order by c.relkind desc, 1`,
  )
  const findings: IntegrityFinding[] = []
  for (const [relation, kind] of relations as [string, string][]) {
    const faults = await examineRelation(session, String(extension[0]), relation, kind === 'i')
    if (faults.length > 0) findings.push(describeDamage(relation, kind === 'i', faults, restore))
  }
  const note = `PostgreSQL finds its ${relations.length} tables and indexes whole.`
  return { findings, notes: findings.length > 0 ? [] : [note] }
}

async function examineRelation(
  session: Session,
  schema: string,
  relation: string,
  isIndex: boolean,
): Promise<string[]> {
  const statement = isIndex
    ? `select ${schema}.bt_index_check($1::regclass, true)`
    : `select 'block ' || blkno || coalesce(', row ' || offnum, '') || ': ' || msg
       from ${schema}.verify_heapam($1::regclass, check_toast => true) limit 100`
  try {
    const rows = await session.run(statement, [relation])
    return isIndex ? [] : rows.map(([text]) => String(text))
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    if (DAMAGE.test(code)) return [message]
    // Dropped meanwhile, as by a migration.
    if (code === '42P01') return []
    throw error
  }
}

function describeDamage(
  relation: string,
  isIndex: boolean,
  faults: readonly string[],
  restore: string,
): IntegrityFinding {
  return {
    part: 'database',
    sentence: `The ${isIndex ? 'index' : 'table'} ${relation} is damaged.`,
    remedy: isIndex
      ? `Build it again while the service runs: \`reindex index concurrently ${relation}\`. Then look for the cause: the disk, the memory, or a new version of the system's collations.`
      : restore,
    examples: takeExamples(faults),
  }
}
