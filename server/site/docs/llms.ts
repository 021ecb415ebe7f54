// /llms.txt (https://llmstxt.org): what there is to read, as Markdown, for language models.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { Services } from '#server/platform/services.ts'

export function declareLlmsText({ config: { baseUrl } }: Services): Operation[] {
  let text: string | undefined
  return [
    operation({
      route: 'GET /llms.txt',
      doors: { public: 'none' },
      respond: async (_request, reply) => {
        text ??= await writeList(baseUrl)
        return reply.type('text/markdown; charset=utf-8').send(text)
      },
    }),
  ]
}

async function writeList(baseUrl: string): Promise<string> {
  const { readGuides, readOperatorPages } = await import('./guides.ts')
  const list = (pages: ReturnType<typeof readGuides>) =>
    pages.map(({ title, path }) => `- [${title}](${baseUrl}${path}.md)`)
  return [
    '# Cloudstreet',
    '',
    '> Paragliding flights: upload of IGC files, exact XC scoring, an OAuth 2.0 protected REST API, signed webhooks.',
    '',
    `The address of the API is ${baseUrl}/api/v1. A personal key or an OAuth access token goes into the header`,
    '`Authorization: Bearer …`.',
    '',
    '## Description',
    '',
    `- [OpenAPI 3.1, JSON](${baseUrl}/api/v1/openapi.json): every operation with its schemas and examples`,
    `- [Clubs and rankings](${baseUrl}/api/v1/openapi.json?part=clubs), [instruments of other services](${baseUrl}/api/dialects/openapi.json)`,
    `- [OpenAPI 3.1, YAML](${baseUrl}/api/v1/openapi.yaml)`,
    `- [Overview](${baseUrl}/api/v1): versions, links, scopes, limits`,
    '',
    '## Guides',
    '',
    ...list(readGuides()),
    '',
    '## Optional',
    '',
    ...list(readOperatorPages()),
    '',
  ].join('\n')
}
