// Runs an operator's command as a process of its own on a test server's database.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { TestServer } from './server.ts'

const script = join(import.meta.dirname, '../../server/admin.ts')

export interface CommandResult {
  code: number
  /** The object on standard output; undefined when there is none. */
  output: Record<string, unknown> | undefined
  error: string
}

export function runAdmin(server: TestServer, args: string[]): Promise<CommandResult> {
  const environment = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    ...server.environment,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: environment }, (error, stdout, stderr) => {
      const output = stdout.trim() === '' ? undefined : (JSON.parse(stdout) as Record<string, unknown>)
      resolve({ code: error ? Number(error.code ?? 1) : 0, output, error: stderr.trim() })
    })
  })
}
