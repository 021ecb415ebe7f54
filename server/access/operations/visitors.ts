// Answers that every user may read, for visitors: below /visit, as the dashboard has them below /app/api. They are members of nothing,
// and are asked to sign in for everything else, whether it exists or not.
import { ApiError } from '#server/platform/errors.ts'
import { notSignedIn } from '../session.ts'
import { type Operation, operation } from './operation.ts'

/** The id of no user. */
const VISITOR = { userId: '' }
const PREFIX = '/visit'
const open = { public: 'address' } as const

export function openToVisitors(operations: readonly Operation[], routes: readonly string[]): Operation[] {
  return [
    ...routes.map((wanted) => {
      const found = operations.find(({ route, handle }) => route === wanted && handle)
      if (!found) throw new Error(`${wanted} is not an operation that visitors can be given.`)
      return toOpen(found)
    }),
    // The frame of a page asks who is signed in.
    operation({
      route: `GET ${PREFIX}/account`,
      doors: open,
      respond: async (_request, reply) => reply.code(204).send(),
    }),
    operation({
      route: `GET ${PREFIX}/*`,
      doors: open,
      respond: () => {
        throw notSignedIn()
      },
    }),
  ]
}

function toOpen({
  route,
  schema: { operationId: _described, ...schema } = {},
  ...rest
}: Operation): Operation {
  const read = rest.handle as (...given: unknown[]) => unknown
  return operation({
    ...(rest.noSuch && { noSuch: rest.noSuch }),
    route: route.replace(' ', ` ${PREFIX}`) as Operation['route'],
    doors: open,
    schema,
    respond: async (request, reply) => {
      reply.header('cache-control', 'no-cache')
      try {
        return await read(VISITOR, request, reply)
      } catch (error) {
        throw error instanceof ApiError && error.status === 404 ? notSignedIn() : error
      }
    },
  })
}
