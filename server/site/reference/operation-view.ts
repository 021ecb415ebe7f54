// The page of an operation: its words on one side, its samples and an example of its answer on the other.
import type { Answer, Media, Operation, Parameter } from '#contract/openapi/document.ts'
import { html } from '#server/platform/http/html.ts'
import { showField, showFields } from './fields.ts'
import { type Entry, findCredential, listKeyScopes, listSchemes, listScopes } from './operations.ts'
import { listRequests, type SampleRequest } from './requests.ts'
import { type SampleView, showExample, showSamples } from './sample-view.ts'
import { showTryIt } from './try-it.ts'

/** Where a page that is kept for all readers has what is for one of them. */
export const READER_MARK = '<!--reader-->'

export function showOperation(entry: Entry, view: SampleView): unknown {
  const { operation } = entry
  return html`<p class="crumb"><a href=${`/docs/reference#${toAnchor(entry.tag)}`}>${entry.tag}</a></p>
    <h1>${operation.summary}</h1>
    ${showEndpoint(entry)}
    <div class="two-sides">
      <p class="intro">${operation.description}</p>
      <div class="words">
        <h2 id="access">Authorization</h2>
        ${showAccess(entry)} ${showParameters(operation.parameters ?? [])} ${showRequestBody(operation)}
        <h2 id="answers">Answers</h2>
        ${Object.entries(operation.responses).map(([status, answer]) =>
          showAnswer(status, answer, entry.problems[status]),
        )}
      </div>
      <div class="code-side">
        <div dangerouslySetInnerHTML=${{ __html: READER_MARK }}></div>
        <h2 id="samples">Samples</h2>
        ${
          entry.tag === 'Compatibility' &&
          html`<p>
            Its requests are those of another service: see
            ${link('dialects', 'the supported upload protocols')}.
          </p>`
        }
        ${findCredential(entry) === 'key' && html`<p class="soft">Replace the highlighted values.</p>`}
        ${showSamples(entry, view)} ${showTryIt(entry)} ${showFirstAnswer(operation)}
      </div>
    </div>`
}

export const toAnchor = (tag: string) => tag.toLowerCase()

export function showEndpoint({ method, path }: Pick<Entry, 'method' | 'path'>): unknown {
  return html`<p class="endpoint">
    <span class=${`method ${method.toLowerCase()}`}>${method}</span> <code>${path}</code>
  </p>`
}

function showAccess(entry: Entry): unknown {
  const credential = findCredential(entry)
  if (credential === 'none')
    return html`<p>
      ${
        listRequests(entry).some(sendsPassword)
          ? html`Anyone who has a ${devicePassword}: it is one of the fields.`
          : 'Anybody: it needs no credential.'
      }
    </p>`
  if (credential === 'client')
    return html`<p>
      An application, by its client id and secret (HTTP Basic, or fields of the form); a public one by its
      client id alone.
    </p>`
  const schemes = listSchemes(entry)
  const isForKeys = credential === 'key' || schemes.includes('bearer')
  return html`<ul>
    ${
      schemes.includes('deviceLogin') &&
      html`<li>An instrument or app, by its login and a ${devicePassword} (HTTP Basic).</li>`
    }
    ${
      schemes.includes('device') &&
      html`<li>
        An instrument or app, by the token of its pairing or a ${devicePassword}, as a Bearer token.
      </li>`
    }
    ${isForKeys && html`<li>A ${link('keys', 'personal key')}${withScopes(listKeyScopes(entry))}.</li>`}
    ${schemes.includes('oauth2') && html`<li>An ${link('oauth', 'access token')}${withScopes(listScopes(entry, 'oauth2'))}.</li>`}
    ${
      schemes.includes('application') &&
      html`<li>
        An
        ${link('oauth#client-credentials', 'access token of an application for itself')}${withScopes(
          listScopes(entry, 'application'),
        )}.
      </li>`
    }
    ${!isForKeys && html`<li>No personal key.</li>`}
  </ul>`
}

const sendsPassword = ({ body }: SampleRequest) =>
  body !== undefined && 'fields' in body && 'pass' in body.fields

const link = (guide: string, words: string) => html`<a href=${`/docs/guide/${guide}`}>${words}</a>`

const devicePassword = link('keys#device-passwords', 'device password')

function withScopes(names: string[]): unknown {
  return names.length === 0
    ? ''
    : [' with the scope ', ...names.map((name) => html`<code class="scope">${name}</code>`)]
}

const places = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'Headers'],
] as const

export function showParameters(parameters: Parameter[]): unknown {
  if (parameters.length === 0) return null
  return html`<h2 id="parameters">Parameters</h2>
    ${places.map(([place, title]) => {
      const here = parameters.filter((one) => one.in === place)
      if (here.length === 0) return null
      return html`<h3>${title}</h3>
        <ul class="fields">
          ${here.map(({ name, schema, required = false, description }) =>
            showField({ name, schema, isRequired: required, description }, 'request'),
          )}
        </ul>`
    })}`
}

function showRequestBody({ requestBody }: Operation): unknown {
  if (!requestBody) return null
  const contents = Object.entries(requestBody.content)
  return html`<h2 id="body">Request body</h2>
    ${groupBySchema(contents).map(
      ({ types, media }) =>
        html`<p>${types.map((type, index) => html`${index > 0 ? ', ' : ''}<code>${type}</code>`)}</p>
          ${showFields(media.schema, 'request') ?? html`<p>${media.schema.description}</p>`}`,
    )}`
}

/** Several types of one body are shown once. */
function groupBySchema(contents: [string, Media][]): { types: string[]; media: Media }[] {
  const groups: { types: string[]; media: Media }[] = []
  for (const [type, media] of contents) {
    const same = groups.find((one) => one.media.schema.title === media.schema.title)
    if (same) same.types.push(type)
    else groups.push({ types: [type], media })
  }
  return groups
}

function showAnswer(status: string, answer: Answer, problem: string | undefined): unknown {
  const contents = Object.entries(answer.content ?? {})
  const isRefusal = status >= '4'
  const headers = Object.entries(answer.headers ?? {})
  return html`<details
    class="answer"
    id=${`answer-${status}`}
    open=${status.startsWith('2') && contents.length > 0}
  >
    <summary>
      <span class=${`status s${status.charAt(0)}`}>${status}</span>
      ${problem && html`<strong>${problem}</strong>`}
      <span>${answer.description}</span>
    </summary>
    ${contents.map(
      ([type, media]) =>
        html`<p><code>${type}</code></p>
          ${isRefusal ? showExamples(media, status) : showFields(media.schema, 'answer')}`,
    )}
    ${
      headers.length > 0 &&
      html`<p class="soft">
        Headers: ${headers.map(([name], index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)}
      </p>`
    }
  </details>`
}

function showExamples({ examples = {} }: Media, status: string): unknown {
  return Object.values(examples).map(({ value }) => showExample(value, `Example of the answer ${status}`))
}

/** An example of a success, next to the samples. Where there is a 201, 200 tells of what was there already. */
function showFirstAnswer({ responses }: Operation): unknown {
  const successes = Object.entries(responses).filter(
    ([status, { content }]) => status.startsWith('2') && content,
  )
  const found = successes.find(([status]) => status === '201') ?? successes[0]
  if (!found) return null
  const [status, { content = {} }] = found
  return Object.entries(content).map(
    ([type, { examples = {} }]) =>
      html`<h2>Answer ${status} <small>${type}</small></h2>
        ${Object.values(examples).map(({ value }) => showExample(value, `Example of the answer ${status}`))}`,
  )
}
