// Opens an address where the pilot reads the web.
import { spawn } from 'node:child_process'

/** A browser still running by then shows a page. */
const PATIENCE_MS = 2000

/** No shell: an address is not a command. */
const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** False when there is no browser. */
export async function openInBrowser(address: string): Promise<boolean> {
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER } = process.env
  const own = openers[process.platform]
  // Without a screen xdg-open would start a browser in this terminal, or none.
  if (!own && !DISPLAY && !WAYLAND_DISPLAY && !BROWSER) return false
  const [command = '', ...args] = own ?? ['xdg-open']
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
  child.unref()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), PATIENCE_MS)
    const end = (isOpen: boolean) => {
      clearTimeout(timer)
      resolve(isOpen)
    }
    child.once('error', () => end(false))
    child.once('exit', (code) => end(code === 0))
  })
}
