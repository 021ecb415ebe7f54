// Where a visitor goes after signing in: only ever a path of our own.

export const HOME_PATH = '/app/logbook'
const ELSEWHERE = 'http://cloudstreet.invalid'

/** The path asked for, or the home path when it could lead anywhere else. */
export function toReturnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > 4000) return HOME_PATH
  // Browsers read a backslash as a slash, and drop tabs and line breaks before they read.
  if (!isOwn(asked) || /[\\\s\p{Cc}]/u.test(asked)) return HOME_PATH
  const url = URL.parse(asked, ELSEWHERE)
  if (!url || url.origin !== ELSEWHERE) return HOME_PATH
  const path = url.pathname + url.search + url.hash
  // `/.//evil.example` is `//evil.example` once its dots are resolved.
  return isOwn(path) ? path : HOME_PATH
}

function isOwn(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//')
}
