// The files of the server's own pages: styles, scripts, fonts, pictures.
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/platform/http/http.ts'

export async function addAssetFiles(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: [
      join(import.meta.dirname, '../../assets'),
      join(import.meta.dirname, 'styles'),
      join(import.meta.dirname, 'scripts'),
    ],
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    maxAge: '1h',
  })
}
