#!/usr/bin/env node
// `cloudstreet <command>`
import { exitCodes } from './command.ts'
import { run } from './run.ts'
import { openTerminal } from './terminal/writer.ts'

// `cloudstreet flights | head`: the reader has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(exitCodes.done)
})
const stop = new AbortController()
process.once('SIGINT', () => stop.abort(new Error('Stopped.')))
process.once('SIGTERM', () => stop.abort(new Error('Stopped.')))
const running = run(process.argv.slice(2), openTerminal(stop.signal))
// Not awaited at the top level: the main script of a single executable is CommonJS.
void running.then((code) => (process.exitCode = code))
