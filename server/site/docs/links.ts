// Links operations that a guide names, such as `GET /api/v1/flights`, to their pages.
import type { Reference } from '../reference/operations.ts'
import { toOperationPath } from './frame.ts'

const NAMED = /(?<!<pre[^>]*>|<a [^>]*>)<code>(GET|POST|PUT|PATCH|DELETE) (\/[^<\s?]*)<\/code>/g

export function linkOperations(content: string, { groups }: Pick<Reference, 'groups'>): string {
  const entries = groups.flatMap((group) => group.entries)
  return content.replaceAll(NAMED, (code, method: string, path: string) => {
    const entry = entries.find((one) => one.method === method && one.path === path)
    return entry ? `<a href="${toOperationPath(entry.id)}">${code}</a>` : code
  })
}
