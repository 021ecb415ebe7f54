// The file of a visitor without an account. It is kept in this tab only, over a sign-up, and goes when the tab is closed.
// The pages for signing in and up name it: server/site/scripts/kept-file.js.
import { readBytes } from './read-bytes.ts'

const KEY = 'kept-file'
const DATA_URL = /^data:[^,]*;base64,/

interface Kept {
  name: string
  /** The gzip file as a data URL: a tab may store 5 MB of text. */
  data: string
  /** The pilot has said "Keep it": it is uploaded once somebody is signed in. */
  isWanted?: boolean
  /** Shown by the pages for signing in and up. */
  title?: string
}

/** False when the tab has no room for it. */
export async function keepFile(file: File): Promise<boolean> {
  try {
    const packed = file.stream().pipeThrough(new CompressionStream('gzip'))
    const data = await toDataUrl(await new Response(packed).blob())
    sessionStorage.setItem(KEY, JSON.stringify({ name: file.name, data } satisfies Kept))
    return true
  } catch {
    forgetFile()
    return false
  }
}

export async function readKeptFile(): Promise<File | undefined> {
  const kept = readKept()
  if (!kept) return undefined
  try {
    const packed = Uint8Array.from(atob(kept.data.replace(DATA_URL, '')), (byte) => byte.charCodeAt(0))
    const bytes = await readBytes(new Blob([packed]))
    if (!bytes) throw new Error('what was kept is damaged')
    return new File([bytes], kept.name)
  } catch {
    forgetFile()
    return undefined
  }
}

/** The file that the pilot wanted to keep; taken once, it is forgotten. */
export async function takeWantedFile(): Promise<File | undefined> {
  if (!readKept()?.isWanted) return undefined
  const file = await readKeptFile()
  forgetFile()
  return file
}

export function wantKeptFile(title: string): void {
  const kept = readKept()
  if (kept) sessionStorage.setItem(KEY, JSON.stringify({ ...kept, isWanted: true, title } satisfies Kept))
}

export function forgetFile(): void {
  sessionStorage.removeItem(KEY)
}

function readKept(): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(blob)
  })
}
