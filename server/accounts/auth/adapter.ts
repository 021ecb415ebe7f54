// better-auth's adapter for the platform's database: its models are our tables, its fields our columns.
// It gets no connection of its own: on SQLite that would deadlock with a transaction of this very process.
import { createAdapterFactory, type CustomAdapter } from 'better-auth/adapters'
import {
  type Database,
  fragment,
  join,
  list,
  nothing,
  type Parameter,
} from '#server/platform/database/database.ts'
import { Fragment } from '#server/platform/database/sql.ts'

type Row = Record<string, unknown>
type Condition = Parameters<CustomAdapter['delete']>[0]['where'][number]

export function createAuthAdapter(db: Database) {
  return createAdapterFactory({
    config: {
      adapterId: 'cloudstreet',
      supportsNumericIds: false,
      // Its transactions would stay open while a password is hashed or a mail is sent.
      transaction: false,
      customTransformInput: ({ data }: { data: unknown }) =>
        data instanceof Date ? data.getTime() : (data as unknown),
      customTransformOutput: ({ data, fieldAttributes }) =>
        fieldAttributes.type === 'date' && typeof data === 'number' ? new Date(data) : (data as unknown),
    },
    adapter: () => createTables(db) as CustomAdapter,
  })
}

interface Selection {
  model: string
  where?: Condition[] | undefined
}

function createTables({ sql }: Database) {
  return {
    create: async ({ model, data }: { model: string; data: Row }) => {
      const names = Object.keys(data)
      const [row] = await sql<Row>`
        insert into ${name(model)} (${join(names.map(name), ', ')})
        values (${list(names.map((field) => data[field] as Parameter))}) returning *`
      return toFields(row)
    },
    findOne: async ({ model, where }: Selection) => {
      const [row] = await sql<Row>`select * from ${name(model)} ${toWhere(where)} limit 1`
      return toFields(row)
    },
    findMany: async ({ model, where, limit, offset, sortBy }: Selection & Order) => {
      const order = sortBy
        ? fragment`order by ${name(sortBy.field)} ${sortBy.direction === 'desc' ? fragment`desc` : fragment`asc`}`
        : nothing
      const rows = await sql<Row>`
        select * from ${name(model)} ${toWhere(where)} ${order} limit ${limit} offset ${offset ?? 0}`
      return rows.map(toFields)
    },
    count: async ({ model, where }: Selection) => {
      const [row] = await sql<{ count: number }>`
        select count(*) as count from ${name(model)} ${toWhere(where)}`
      return row?.count ?? 0
    },
    update: async ({ model, where, update }: Selection & { update: Row }) => {
      const [row] = await sql<Row>`
        update ${name(model)} set ${toAssignments(update)} ${toWhere(where)} returning *`
      return toFields(row)
    },
    updateMany: async ({ model, where, update }: Selection & { update: Row }) => {
      const rows = await sql`
        update ${name(model)} set ${toAssignments(update)} ${toWhere(where)} returning id`
      return rows.length
    },
    delete: async ({ model, where }: Selection) => {
      await sql`delete from ${name(model)} ${toWhere(where)}`
    },
    deleteMany: async ({ model, where }: Selection) =>
      (await sql`delete from ${name(model)} ${toWhere(where)} returning id`).length,
  }
}

interface Order {
  limit: number
  offset?: number | undefined
  sortBy?: { field: string; direction: 'asc' | 'desc' } | undefined
}

function toWhere(where: Condition[] | undefined): Fragment {
  if (!where || where.length === 0) return nothing
  const all = where.filter((condition) => condition.connector === 'AND').map(toCondition)
  const any = where.filter((condition) => condition.connector === 'OR').map(toCondition)
  if (any.length > 0) all.push(fragment`(${join(any, ' or ')})`)
  return fragment`where ${join(all, ' and ')}`
}

const comparisons = new Map<string, Fragment>([
  ['eq', fragment`=`],
  ['ne', fragment`<>`],
  ['lt', fragment`<`],
  ['lte', fragment`<=`],
  ['gt', fragment`>`],
  ['gte', fragment`>=`],
])

function toCondition({ field, operator, value }: Condition): Fragment {
  const column = name(field)
  if (value === null) return operator === 'ne' ? fragment`${column} is not null` : fragment`${column} is null`
  if (Array.isArray(value)) {
    if (value.length === 0) return operator === 'in' ? fragment`1 = 0` : fragment`1 = 1`
    return operator === 'in'
      ? fragment`${column} in (${list(value)})`
      : fragment`${column} not in (${list(value)})`
  }
  const comparison = comparisons.get(operator ?? 'eq')
  if (!comparison) throw new Error(`the operator ${operator} is not supported`)
  return fragment`${column} ${comparison} ${value as Parameter}`
}

function toAssignments(update: Row): Fragment {
  const parts = Object.entries(update).map(
    ([field, value]) => fragment`${name(field)} = ${value as Parameter}`,
  )
  return join(parts, ', ')
}

/** userId -> user_id, as part of the statement's text: must never come from a request. */
function name(field: string): Fragment {
  if (!/^[A-Za-z_]+$/.test(field)) throw new Error(`${field} is not a column`)
  return new Fragment([field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)], [])
}

function toFields(row: Row | undefined): Row | null {
  if (!row) return null
  const entries = Object.entries(row).map(([column, value]) => [
    column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(entries) as Row
}
