// How a browser, a program or a device names itself.
import type { FastifyRequest } from 'fastify'

const MAX_LENGTH = 200

/** As far as it can be shown. */
export function readUserAgent({ headers }: FastifyRequest, maxLength = MAX_LENGTH): string | undefined {
  const printable = headers['user-agent']?.replaceAll(/[^\x20-\x7e]/g, '')
  return printable?.slice(0, maxLength).trim() || undefined
}

const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** In three words, such as "Firefox on Linux"; null when the browser sent none. */
export function describeUserAgent(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? userAgent.slice(0, 40)
}
