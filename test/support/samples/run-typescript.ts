// Runs each sample as a module; every answer to a fetch writes its status to the outcome.
import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../../..')
const packages: Record<string, string> = {
  '@cloudstreet/sdk': 'sdk/index.ts',
  '@cloudstreet/sdk/node': 'sdk/node/index.ts',
}
registerHooks({
  resolve: (name, context, next) =>
    next(packages[name] ? pathToFileURL(join(root, packages[name])).href : name, context),
})

const lines: string[] = []
const send = globalThis.fetch
globalThis.fetch = async (...request) => {
  const response = await send(...request)
  lines.push(String(response.status))
  return response
}

interface File {
  file: string
  outcome: string
  environment: Record<string, string>
}

for (const { file, outcome, environment } of JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as File[]) {
  Object.assign(process.env, environment)
  await import(pathToFileURL(file).href).catch((error: Error) => lines.push(error.message))
  writeFileSync(outcome, lines.splice(0).join('\n'))
}
