// Each generator's client of a description: node generate.mjs DESCRIPTION.json ONE-BODY.json FOLDER
// orval and oazapfts mix up the formats of a body where there are several, and take that with one for each.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
import { generateSource } from 'oazapfts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { generate as orval } from 'orval'

const [description, oneBody, folder] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

await orval({
  input: { target: oneBody },
  output: {
    target: join(folder, 'orval.ts'),
    client: 'fetch',
    mode: 'single',
    baseUrl: { getBaseUrlFromSpecification: true },
  },
})
writeFileSync(join(folder, 'oazapfts.ts'), await generateSource(oneBody))
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
