import { existsSync } from 'node:fs'

/** The shell has no windows and takes half the processor's time. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The one that CHROMIUM_PATH names, or the first that is where systems put it. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return (named ? [named] : usual).find((path) => existsSync(path))
}
