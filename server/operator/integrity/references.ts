// Rows that name a row which is not there: by foreign keys, and by what no foreign key can say. What is right in such a case only
// a person can tell.
import type { Session, Value } from '#server/archive/tables/session.ts'
import { countOf, type IntegrityFinding, takeExamples } from './finding.ts'

/** What is wrong, as in "2 flights have no file" -> ids. */
const others: Record<string, string> = {
  'flights have no file': `
    select f.id from flights f where not exists (select 1 from flight_files s where s.flight_id = f.id)`,
  'flights list other photos than they have': `
    select distinct f.id from flights f join photo_files p on p.flight_id = f.id
    where f.photos is null or f.photos not like '%' || p.photo_id || '%'`,
  'flights have a glider of another pilot': `
    select f.id from flights f join gliders g on g.id = f.glider_id where g.owner_id <> f.owner_id`,
  'flights began at a place of another pilot': `
    select f.id from flights f join takeoffs t on t.id = f.takeoff_id
    where (t.source_id is null and t.made_by <> f.owner_id) or (t.named_by is not null and t.named_by <> f.owner_id)`,
}

export async function examineReferences(session: Session): Promise<IntegrityFinding[]> {
  const findings = (session.engine === 'sqlite' ? findOrphans : findPostgresOrphans)(session)
  const found = (await findings).map(describeOrphans)
  for (const [sentence, statement] of Object.entries(others)) {
    const ids = (await session.run(statement)).map(([id]) => String(id))
    if (ids.length > 0)
      found.push({
        part: 'references',
        sentence: `${ids.length} ${sentence}.`,
        remedy: 'Restore a backup from before into another folder, and compare these flights there.',
        examples: takeExamples(ids),
      })
  }
  return found
}

interface Orphans {
  table: string
  parent: string
  column: string
  values: Value[]
}

async function findOrphans(session: Session): Promise<Orphans[]> {
  const rows = (await session.run('select "table", parent, rowid from pragma_foreign_key_check')) as [
    string,
    string,
    number | null,
  ][]
  return [...Map.groupBy(rows, ([table, parent]) => `${table} ${parent}`)].map(([names, of]) => {
    const [table = '', parent = ''] = names.split(' ')
    return { table, parent, column: 'rowid', values: of.map(([, , rowid]) => rowid) }
  })
}

/** PostgreSQL checks each row when it is written: a restore by its own tools, or damage, leaves others. */
async function findPostgresOrphans(session: Session): Promise<Orphans[]> {
  const keys = (await session.run(
    `select f.conrelid::regclass::text, f.confrelid::regclass::text, quote_ident(a.attname), quote_ident(b.attname)
     from pg_constraint f
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
       join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
     where f.contype = 'f' and cardinality(f.conkey) = 1 and f.connamespace = current_schema()::regnamespace
     order by 1, 3`,
  )) as [string, string, string, string][]
  const found: Orphans[] = []
  for (const [table, parent, column, parentColumn] of keys) {
    const rows = await session.run(
      `select o.${column}::text from ${table} o where o.${column} is not null
         and not exists (select 1 from ${parent} p where p.${parentColumn} = o.${column})`,
    )
    if (rows.length > 0) found.push({ table, parent, column, values: rows.map(([value]) => value ?? null) })
  }
  return found
}

function describeOrphans({ table, parent, column, values }: Orphans): IntegrityFinding {
  return {
    part: 'references',
    sentence: `${countOf(values.length, 'row', 'rows')} of ${table} ${values.length === 1 ? 'names' : 'name'} a row of ${parent} that is not there.`,
    remedy: `No user sees such a row. Make a backup and stop the service, then \`delete from ${table} where ${column} in (…)\`. Where the row of ${parent} should be there, restore a backup that has it.`,
    examples: takeExamples(values.map((value) => `${table}, ${column} ${String(value)}`)),
  }
}
