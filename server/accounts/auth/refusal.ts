/** True when better-auth refused the request, false when something broke. */
export function isRefusal(error: unknown): boolean {
  const { name, statusCode = 500 } = error as { name?: string; statusCode?: number }
  return name === 'APIError' && statusCode < 500
}
