// Chooses the page after signing in, never on another site (open redirect).

export const HOME_PATH = '/app/logbook'
const BASE = 'http://cloudstreet.invalid'
const MAX_PATH_LENGTH = 4000

/** The requested path, or the home path when the requested one could lead to another site. */
export function toReturnPath(requested: string | undefined): string {
  if (requested === undefined || requested.length > MAX_PATH_LENGTH) return HOME_PATH
  // Browsers treat a backslash as a slash, and strip tabs and line breaks before parsing.
  if (!isLocal(requested) || /[\\\s\p{Cc}]/u.test(requested)) return HOME_PATH
  const url = URL.parse(requested, BASE)
  if (!url || url.origin !== BASE) return HOME_PATH
  const path = url.pathname + url.search + url.hash
  // `/.//evil.example` is `//evil.example` once its dots are resolved.
  return isLocal(path) ? path : HOME_PATH
}

function isLocal(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//')
}
