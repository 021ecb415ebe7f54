// A route's schemas are compiled with its first request, not when the service starts: there are some two hundred, and
// every start would take a quarter of a second longer.
import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'

const customOptions = { coerceTypes: true, removeAdditional: false, allErrors: false } as const

export function compileSchemasLate(app: FastifyInstance): void {
  const compileValidator = AjvCompiler()({}, { customOptions })
  app.setValidatorCompiler((route) => {
    const find = once(() => compileValidator(route as Parameters<typeof compileValidator>[0]))
    return (value: unknown) => {
      const validate = find()
      // Told by value: Fastify would look for the errors on the function that stands in for the compiled one.
      return validate(value) ? true : { error: validate.errors as never }
    }
  })
  const compileSerializer = SerializerSelector()({}, {})
  app.setSerializerCompiler((route) => {
    const find = once(() => compileSerializer(route as Parameters<typeof compileSerializer>[0]))
    return (value: unknown) => find()(value)
  })
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
