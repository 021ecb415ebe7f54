// An OpenAPI document, as far as ours has it.

export interface Schema {
  $ref?: string
  title?: string
  type?: string | string[]
  format?: string
  minimum?: number
  maximum?: number
  description?: string
  examples?: unknown[]
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

export type Named<Part> = Record<string, Part>

/** Any of the list will do; an empty member says that a request may also come without. */
export type Security = Record<string, string[]>[]

export interface Example {
  value: unknown
}

export interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, Example>
}

export interface Answer {
  $ref?: string
  description: string
  headers?: Record<string, { description?: string; schema?: Schema } | { $ref: string }>
  content?: Record<string, Media>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security?: Security
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Answer>
}

export interface Components {
  schemas: Named<Schema>
  responses: Named<Answer>
  headers: Named<object>
  securitySchemes: Named<object>
}

export interface Description {
  info: { version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: Components
}
