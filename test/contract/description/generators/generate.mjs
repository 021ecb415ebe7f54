// Each generator's client of a description: node generate.mjs DESCRIPTION.json FOLDER
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { generateSource } from 'oazapfts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { generate as orval } from 'orval'

const [description, folder] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

// These two mix up the formats of a body where there are several. The guide tells to leave the first of them.
const simple = join(folder, 'simple.json')
writeFileSync(simple, JSON.stringify(keepFirstBodies(JSON.parse(readFileSync(description, 'utf8')))))

await orval({
  input: { target: simple },
  output: {
    target: join(folder, 'orval.ts'),
    client: 'fetch',
    mode: 'single',
    baseUrl: { getBaseUrlFromSpecification: true },
  },
})
writeFileSync(join(folder, 'oazapfts.ts'), await generateSource(simple))
const types = await openapiTypescript(pathToFileURL(description))
writeFileSync(join(folder, 'openapi-typescript.ts'), astToString(types))
await build({
  config: {
    root: folder,
    input: { path: description },
    output: { path: 'kubb', clean: true, extension: { '.ts': '.ts' } },
    plugins: [
      pluginOas({ generators: [], validate: false }),
      pluginTs({ output: { path: 'types' } }),
      pluginClient({ output: { path: 'clients' }, client: 'fetch', bundle: true }),
    ],
  },
})

function keepFirstBodies(whole) {
  for (const operation of Object.values(whole.paths).flatMap((path) => Object.values(path))) {
    const body = operation.requestBody
    if (body) body.content = Object.fromEntries(Object.entries(body.content).slice(0, 1))
  }
  return whole
}
