// The description with one format for each body: where there are several, the first, which samples use and which is
// answered where a request asks for none. Some generators mix up formats and write clients that do not compile.
import type { Answer, Description, Operation } from './document.ts'

export function keepOneBody(whole: Description): Description {
  return { ...whole, paths: mapValues(whole.paths, (operations) => mapValues(operations, keepFirst)) }
}

function keepFirst({ requestBody, responses, ...operation }: Operation): Operation {
  return {
    ...operation,
    ...(requestBody && { requestBody: withOne(requestBody) }),
    responses: mapValues(responses, withOne<Answer>),
  }
}

function withOne<Part extends Pick<Answer, 'content'>>(part: Part): Part {
  if (!part.content) return part
  return { ...part, content: Object.fromEntries(Object.entries(part.content).slice(0, 1)) }
}

function mapValues<From, To>(parts: Record<string, From>, map: (part: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, map(part)]))
}
