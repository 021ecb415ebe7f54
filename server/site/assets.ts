// Folders of files that everybody may read: those of the server's own pages, and what the dashboard is built of.
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { RouteOptions } from 'fastify'
import type { App } from '#server/platform/http/http.ts'

/** Styles, scripts, fonts, pictures. */
export function addAssetFiles(app: App): Promise<void> {
  const root = ['../../assets', 'styles', 'scripts'].map((folder) => join(import.meta.dirname, folder))
  return addFiles(app, { root, prefix: '/assets/', maxAge: '1h' })
}

/** The library adds the route itself: its declaration is put in on the way. */
export async function addFiles(app: App, options: FastifyStaticOptions): Promise<void> {
  await app.register(async (scope: App) => {
    const add = scope.route.bind(scope) as (route: RouteOptions) => App
    scope.route = ((route: RouteOptions) =>
      add({ ...route, config: { doors: { public: 'none' } } })) as unknown as App['route']
    await scope.register(fastifyStatic, { index: false, decorateReply: false, ...options })
  })
}
