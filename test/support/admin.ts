// Runs an operator's command on a test server's database, as `npm run admin` does. The process around it has its
// own tests.
import { runCommand } from '#server/admin.ts'
import { CommandFailure, CouldNotRun } from '#server/platform/options.ts'
import type { TestServer } from './server.ts'

export interface CommandResult {
  code: number
  /** The object that goes to standard output; undefined when there is none. */
  output: Record<string, unknown> | undefined
  error: string
}

export async function runAdmin(
  server: Pick<TestServer, 'environment'>,
  args: string[],
): Promise<CommandResult> {
  try {
    const output = await runCommand(args, server.environment)
    return { code: 0, output: JSON.parse(JSON.stringify(output)) as Record<string, unknown>, error: '' }
  } catch (error) {
    const output =
      error instanceof CommandFailure ? (structuredClone(error.report) as Record<string, unknown>) : undefined
    return {
      code: error instanceof CouldNotRun ? error.exitCode : 1,
      output,
      error: (error as Error).message,
    }
  }
}
