// Tables and indexes as PostgreSQL itself judges them (the extension amcheck), and rows that name others. Every statement takes the
// locks of a reader: nothing waits for it.
import type { Session, Value } from '#server/archive/tables/session.ts'
import { countOf, type Examined, type IntegrityFinding, takeExamples } from './finding.ts'

// Internal errors, data_corrupted and index_corrupted among them: whatever is wrong, it is with the data.
const DAMAGE = /^XX/

export async function examinePostgres(session: Session, restore: string): Promise<Examined> {
  const tables = await examineTables(session, restore)
  const findings = [...tables.findings, ...(await listInvalidIndexes(session))]
  // Damaged tables may answer anything.
  if (tables.findings.length > 0) return { findings, notes: tables.notes }
  return { findings: [...findings, ...(await examineReferences(session))], notes: tables.notes }
}

async function examineTables(session: Session, restore: string): Promise<Examined> {
  const [extension] = await session.run(
    `select quote_ident(n.nspname), has_function_privilege(p.oid, 'execute') from pg_extension e
     join pg_namespace n on n.oid = e.extnamespace
     join pg_proc p on p.pronamespace = n.oid and p.proname = 'verify_heapam' where e.extname = 'amcheck'`,
  )
  if (!extension)
    return skip(
      'The extension amcheck is not installed, so tables and indexes were not compared: a superuser installs it with `create extension amcheck`.',
    )
  const [schema, mayUse] = extension
  if (mayUse !== true)
    return skip(
      `The role may not use amcheck, so tables and indexes were not compared: a superuser allows it with \`grant execute on all functions in schema ${String(schema)} to ROLE\`.`,
    )
  const findings: IntegrityFinding[] = []
  const relations = await session.run(
    `select c.oid::regclass::text, c.relkind::text from pg_class c left join pg_index i on i.indexrelid = c.oid
     left join pg_am a on a.oid = c.relam
     where c.relnamespace = current_schema()::regnamespace and c.relpersistence = 'p'
       and (c.relkind = 'r' or (c.relkind = 'i' and i.indisvalid and a.amname = 'btree'))
     order by c.relkind desc, 1`,
  )
  for (const [relation, kind] of relations as [string, string][]) {
    const faults = await examineRelation(session, String(schema), relation, kind)
    if (faults.length > 0) findings.push(describeDamage(relation, kind, faults, restore))
  }
  return {
    findings,
    notes: findings.length > 0 ? [] : [`PostgreSQL finds its ${relations.length} tables and indexes whole.`],
  }
}

const skip = (note: string): Examined => ({ findings: [], notes: [note] })

async function examineRelation(
  session: Session,
  schema: string,
  relation: string,
  kind: string,
): Promise<string[]> {
  try {
    const rows: Value[][] =
      kind === 'i'
        ? await session.run(`select ${schema}.bt_index_check($1::regclass, true)`, [relation])
        : await session.run(
            `select 'block ' || blkno || coalesce(', row ' || offnum, '') || ': ' || msg
             from ${schema}.verify_heapam($1::regclass, check_toast => true) limit 100`,
            [relation],
          )
    return kind === 'i' ? [] : rows.map(([text]) => String(text))
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
  kind: string,
  faults: readonly string[],
  restore: string,
): IntegrityFinding {
  return {
    part: 'database',
    sentence: `The ${kind === 'i' ? 'index' : 'table'} ${relation} is damaged.`,
    remedy:
      kind === 'i'
        ? `Build it again while the service runs: \`reindex index concurrently ${relation}\`. Then look for the cause: the disk, the memory, or a new version of the system's collations.`
        : restore,
    examples: takeExamples(faults),
  }
}

async function listInvalidIndexes(session: Session): Promise<IntegrityFinding[]> {
  const rows = await session.run(
    `select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relnamespace = current_schema()::regnamespace order by 1`,
  )
  return rows.map(([name]) => ({
    part: 'database' as const,
    sentence: `The index ${String(name)} is invalid: it was not built to its end, and no query uses it.`,
    remedy: `\`reindex index concurrently ${String(name)}\`, unless a migration runs now.`,
    examples: [],
  }))
}

interface ForeignKey {
  name: string
  table: string
  parent: string
  column: string
  parentColumn: string
  isValidated: boolean
}

/** PostgreSQL checks each row when it is written: a restore by its own tools, or damage, leaves others. */
async function examineReferences(session: Session): Promise<IntegrityFinding[]> {
  const rows = await session.run(
    `select quote_ident(f.conname), f.conrelid::regclass::text, f.confrelid::regclass::text, quote_ident(a.attname),
       quote_ident(b.attname), f.convalidated
     from pg_constraint f
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
       join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
     where f.contype = 'f' and cardinality(f.conkey) = 1 and f.connamespace = current_schema()::regnamespace
     order by 2, 1`,
  )
  const findings: IntegrityFinding[] = []
  for (const row of rows) {
    const [name, table, parent, column, parentColumn, isValidated] = row as [
      string,
      string,
      string,
      string,
      string,
      boolean,
    ]
    const key = { name, table, parent, column, parentColumn, isValidated }
    const found = await examineKey(session, key)
    if (found) findings.push(found)
  }
  return findings
}

async function examineKey(session: Session, key: ForeignKey): Promise<IntegrityFinding | undefined> {
  const { name, table, parent, column, parentColumn } = key
  const orphans = await session.run(
    `select o.${column}::text from ${table} o where o.${column} is not null
       and not exists (select 1 from ${parent} p where p.${parentColumn} = o.${column})`,
  )
  if (orphans.length === 0 && key.isValidated) return undefined
  const validate = `\`alter table ${table} validate constraint ${name}\``
  if (orphans.length === 0)
    return {
      part: 'references',
      sentence: `The foreign key ${name} of ${table} was never validated; all of its rows keep to it.`,
      remedy: `Run ${validate}.`,
      examples: [],
    }
  return {
    part: 'references',
    sentence: `${countOf(orphans.length, 'row', 'rows')} of ${table} ${orphans.length === 1 ? 'names' : 'name'} a row of ${parent} that is not there.`,
    remedy: `No user sees such a row. Make a backup, and delete them: \`delete from ${table} where ${column} in (…)\`${key.isValidated ? '' : `; then run ${validate}`}. Where the row of ${parent} should be there, restore a backup that has it.`,
    examples: takeExamples(orphans.map(([value]) => `${table}, ${column} ${String(value)}`)),
  }
}
