// Writes out the types that sdk/types.ts takes from contract/: without a dependency on the library the schemas are
// written with, and with their descriptions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '#contract/openapi/document.ts'

const list = join(import.meta.dirname, '../../sdk/types.ts')

/** The schemas of the list, by the names that the SDK gives them. */
async function loadSchemas(): Promise<Map<string, Schema>> {
  const schemas = new Map<string, Schema>()
  for (const [, names = '', path = ''] of readFileSync(list, 'utf8').matchAll(
    /^export type \{([^}]+)\} from '(.+)'$/gm,
  )) {
    const module = (await import(join(list, '..', path))) as Record<string, Schema>
    for (const [, name = '', alias = name] of names.matchAll(/(\w+)(?: as (\w+))?/g)) {
      const schema = module[name]
      if (!schema) throw new Error(`${path} has no schema ${name}`)
      schemas.set(alias, unwrap(schema))
    }
  }
  return schemas
}

/** The type of an answer `{ data }` is that of its data. */
function unwrap(schema: Schema): Schema {
  const { data, ...others } = schema.properties ?? {}
  return data && Object.keys(others).length === 0 ? data : schema
}

class Printer {
  /** Schemas with a title are written once and named elsewhere. */
  private readonly names: ReadonlySet<string>
  constructor(names: Iterable<string>) {
    this.names = new Set(names)
  }

  print(schema: Schema, indent: string, isRoot = false): string {
    const { title } = schema
    if (!isRoot && title !== undefined && this.names.has(title)) return title
    if (schema.const !== undefined) return quote(schema.const)
    if (schema.enum) return schema.enum.map(quote).join(' | ')
    if (schema.anyOf) return schema.anyOf.map((member) => this.print(member, indent)).join(' | ')
    if (Array.isArray(schema.type)) {
      return schema.type.map((type) => this.print({ ...schema, type }, indent)).join(' | ')
    }
    if (schema.type === 'array') return `Array<${this.print(schema.items ?? {}, indent)}>`
    if (schema.type === 'object') return this.printObject(schema, indent)
    if (schema.type === 'integer') return 'number'
    return schema.type ?? 'unknown'
  }

  private printObject(schema: Schema, indent: string): string {
    const inner = `${indent}  `
    const open = schema.additionalProperties
    const rest = open === true ? 'unknown' : open ? this.print(open, inner) : undefined
    const members = Object.entries(schema.properties ?? {})
    if (members.length === 0) return `Record<string, ${rest ?? 'never'}>`
    const lines = members.map(([name, member]) => {
      const mark = schema.required?.includes(name) ? '' : '?'
      return `${comment(member, inner)}${inner}${name}${mark}: ${this.print(member, inner)}\n`
    })
    if (rest !== undefined) lines.push(`${inner}[member: string]: ${rest}\n`)
    return `{\n${lines.join('')}${indent}}`
  }
}

function quote(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function comment(schema: Schema, indent: string): string {
  const description = schema.description ?? schema.anyOf?.[0]?.description
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '')} */\n`
}

/** The text of sdk/types.ts in the package. */
export async function printTypes(): Promise<string> {
  const schemas = await loadSchemas()
  const printer = new Printer(schemas.keys())
  return [...schemas]
    .map(
      ([name, schema]) => `${comment(schema, '')}export type ${name} = ${printer.print(schema, '', true)}\n`,
    )
    .join('\n')
}
