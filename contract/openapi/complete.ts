// Completes the schemas of the routes: names for schemas and refusals, examples of every body, the headers of every
// answer, and the events as they are sent to a webhook.
import type { Answer, Components, Description, Media, Operation } from './document.ts'
import { listExamples } from './examples.ts'
import { headers, listHeaders } from './headers.ts'
import { addNamed, nameSchema } from './names.ts'
import { DIALECTS } from './parts.ts'
import { findProblem, listProblemExamples, type Problem } from './problems.ts'
import { describeEvents } from './webhooks.ts'

const meanings: Record<string, string> = { 200: 'Success.', 201: 'Created.', 202: 'Accepted.' }

/** Called once with what the routes have said. */
export function completeDescription(
  made: Pick<Description, 'paths'> & { components?: Partial<Components> },
): Description {
  const components = { ...made.components, schemas: {}, responses: {}, headers } as unknown as Components
  for (const [path, operations] of Object.entries(made.paths))
    for (const operation of Object.values(operations)) completeOperation(path, operation, components)
  const webhooks = describeEvents()
  for (const { post } of Object.values(webhooks)) nameParts(post, components)
  return { ...made, components, webhooks } as Description
}

function completeOperation(path: string, operation: Operation, components: Components): void {
  // An empty list says that no credential is needed.
  operation.security ??= []
  const isForBearer = operation.security.some(({ oauth2, application }) => oauth2 ?? application)
  const isForeign = operation.tags.includes(DIALECTS)
  for (const [status, answer] of Object.entries(operation.responses)) {
    const [media] = Object.values(answer.content ?? {})
    const problem = findProblem(media?.schema.title, status)
    if (answer.description === 'Default Response')
      answer.description = problem?.meaning ?? meanings[status] ?? ''
    answer.headers = { ...answer.headers, ...listHeaders({ path, status, isForBearer, isForeign }) }
    if (media && problem && !isForeign)
      operation.responses[status] = nameProblem(problem, answer, media, components)
  }
  nameParts(operation, components)
}

/** A refusal is described once, and referred to. */
function nameProblem(problem: Problem, answer: Answer, media: Media, components: Components): Answer {
  takeBackExamples(media)
  const own = listProblemExamples(problem)
  const examples = Object.keys(own).length > 0 ? own : listExamples(media.schema)
  const content = { 'application/json': { schema: nameSchema(media.schema, components.schemas), examples } }
  addNamed(components.responses, problem.name, { ...answer, content })
  return { $ref: `#/components/responses/${problem.name}` } as Answer
}

function nameParts({ parameters = [], requestBody, responses }: Operation, { schemas }: Components): void {
  // The words about a parameter's schema are its own: it is no component.
  for (const { schema } of parameters) delete schema.title
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  for (const content of contents) {
    for (const media of Object.values(content ?? {})) {
      takeBackExamples(media)
      media.examples = listExamples(media.schema)
      media.schema = nameSchema(media.schema, schemas)
    }
  }
}

/** The framework has moved the examples of a body out of its schema, where another body has it as a part. */
function takeBackExamples(media: Media): void {
  const { example, examples } = media
  if (example !== undefined) media.schema.examples = [example]
  else if (examples) media.schema.examples = Object.values(examples).map(({ value }) => value)
  delete media.example
}
