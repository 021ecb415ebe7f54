// Without a mail server emails are files in the data folder, for the operator to pass on.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutgoingEmail } from './mail.ts'

const toFolder = (dataDir: string) => join(dataDir, 'outbox')

/** Returns the file's path. */
export async function writeToOutbox(dataDir: string, from: string, email: OutgoingEmail): Promise<string> {
  const folder = toFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${email.id}.txt`)
  const head = `From: ${from}\nTo: ${email.to}\nSubject: ${email.subject}`
  await writeFile(path, `${head}\n\n${email.text}`, { mode: 0o600 })
  return path
}

/** Newest first, with their text. */
export async function readOutbox(dataDir: string, max: number): Promise<object[]> {
  const folder = toFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  // Ids begin with the time.
  const newest = names.filter((name) => name.endsWith('.txt')).sort()
  return Promise.all(
    newest
      .reverse()
      .slice(0, max)
      .map(async (name) => readEmail(join(folder, name))),
  )
}

async function readEmail(path: string): Promise<object> {
  const content = await readFile(path, 'utf8')
  const [, to, subject, text] = /^From: .*\nTo: (.*)\nSubject: (.*)\n\n([^]*)$/.exec(content) ?? []
  return { path, to, subject, text }
}
