import { existsSync } from 'node:fs'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The one that CHROMIUM_PATH names, or the one that stands where systems put it. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return (named ? [named] : usual).find((path) => existsSync(path))
}
