// A tool: what it takes, what it answers, and the requests to the API that it stands for.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { readFields } from '#server/platform/http/schemas.ts'

/** Asks the API with the caller's credential, throwing `Refused` where the API refuses. */
export type Read = <Answer>(path: string, query?: Record<string, unknown>) => Promise<Answer>

/** The refusal of a request of the API, as its body has it. */
export class Refused extends Error {}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: TObject
  readonly answer: (read: Read, given: never) => Promise<object>
}

interface Declaration<Input extends TProperties> {
  name: string
  title: string
  description: string
  input: Input
  answer: (read: Read, given: Static<TObject<Input>>) => Promise<object>
}

/** An argument that no tool knows is refused: a mistyped filter would answer with everything. */
export function declareTool<Input extends TProperties>({ input, ...tool }: Declaration<Input>): Tool {
  return { ...tool, inputSchema: Type.Object(input, { additionalProperties: false }) as unknown as TObject }
}

/** The arguments of a call with the defaults of the schema, which are stated nowhere else. Throws what the API would. */
export function readArguments({ inputSchema }: Tool, given: Record<string, unknown>): never {
  const named = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  const defaults = Object.entries(inputSchema.properties as Record<string, { default?: unknown }>).flatMap(
    ([name, schema]) => ('default' in schema ? [[name, schema.default]] : []),
  )
  return readFields(inputSchema, Object.fromEntries([...defaults, ...named])) as never
}

/** Arguments as they are told: the words of a refusal are sent with the refusal. */
export function toToldSchema(schema: TSchema): object {
  const isTold = (name: string) => name !== 'x-must-be' && name !== 'x-text'
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (isTold(name) ? value : undefined)),
  ) as object
}
