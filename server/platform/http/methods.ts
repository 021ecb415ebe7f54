// A known path with a wrong method is 405 with `Allow`; Fastify by itself would answer 404, or take the last part of a
// path such as /flights/upload for an id.
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { ApiError, notFound } from '../errors.ts'

interface KnownPath {
  pattern: RegExp
  methods: Set<string>
}

export function answerUnknownRoutes(app: FastifyInstance): void {
  // Paths without a parameter are found by their name, and no parameter takes their place.
  const fixed = new Map<string, Set<string>>()
  const patterns = new Map<string, KnownPath>()

  const requireParameter: onRequestHookHandler = (request, _reply, done) => {
    const methods = fixed.get(withoutQuery(request.url))
    done(methods && wrongMethod(request, methods))
  }
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (!/[:*]/.test(route.url)) {
      addAll(fixed, route.url, methods)
      return
    }
    const known = patterns.get(route.url) ?? { pattern: toPattern(route.url), methods: new Set() }
    for (const method of methods) known.methods.add(method)
    patterns.set(route.url, known)
    if (route.url.includes(':')) route.onRequest = [requireParameter, ...[route.onRequest ?? []].flat()]
  })

  app.setNotFoundHandler((request) => {
    const path = withoutQuery(request.url)
    const methods = fixed.get(path) ?? collectMethods(patterns, path)
    // A file that was there at the start, and has been replaced since, has the right method.
    const isGone = methods.has(request.method)
    if (methods.size === 0 || isGone)
      throw notFound(`There is nothing at ${request.method} ${shorten(path)}.`)
    throw wrongMethod(request, methods)
  })
}

function addAll(fixed: Map<string, Set<string>>, path: string, methods: string[]): void {
  fixed.set(path, new Set([...(fixed.get(path) ?? []), ...methods]))
}

function collectMethods(patterns: Map<string, KnownPath>, path: string): Set<string> {
  const methods = new Set<string>()
  for (const { pattern, methods: known } of patterns.values()) {
    // A route for every path (the dashboard) says nothing about this one.
    if (!pattern.test(path) || pattern.source === toPattern('/*').source) continue
    for (const method of known) methods.add(method)
  }
  return methods
}

function wrongMethod({ method }: FastifyRequest, methods: Set<string>): ApiError {
  const allow = [...methods].sort().join(', ')
  return new ApiError(405, 'method_not_allowed', `${method} is not allowed here; use ${allow}.`, {
    headers: { allow },
  })
}

function toPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replace('*', '.*')}$`)
}

/** A path of the API with a slash at the end is the same path: instruments and people send what was typed. */
export function withoutLastSlash(url: string): string {
  if (!url.startsWith('/api/')) return url
  const path = withoutQuery(url)
  return path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) + url.slice(path.length) : url
}

/** A query may carry a code, a state or a token. */
export function withoutQuery(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
