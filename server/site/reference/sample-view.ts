// The samples of an operation, in tabs that need no script: radio buttons choose.
import { html } from '#server/platform/http/html.ts'
import { markJson, markSample } from './code.ts'
import { type Entry } from './operations.ts'
import { listRequests, type SampleRequest } from './requests.ts'
import { languageNames, languages, writeSamples } from './samples.ts'

export interface SampleView {
  baseUrl: string
  /** The reader's own, made just now. */
  key?: string | undefined
}

export function showSamples(entry: Entry, view: SampleView): unknown {
  return listRequests(entry).map((request, index) => showSample(request, index, view))
}

function showSample(request: SampleRequest, index: number, { baseUrl, key }: SampleView): unknown {
  const samples = writeSamples(baseUrl, request)
  const title = request.title ?? 'Request'
  return html`<div class="tabs" role="radiogroup" aria-label=${title}>
    <span class="title">${title}</span>
    ${languages.map((language, place) => {
      const id = `sample-${index}-${language}`
      return html`<input
          type="radio"
          id=${id}
          name=${`sample-${index}`}
          value=${language}
          checked=${place === 0}
          autocomplete="off"
        /><label for=${id}>${languageNames[language]}</label>`
    })}
    ${languages.map(
      (language) =>
        html`<div class=${`panel ${language}`}>
          <pre class="code" tabindex="0" aria-label=${`${title} in ${languageNames[language]}`}><code
            >${markSample(samples[language], language, key)}</code
          ></pre>
        </div>`,
    )}
  </div>`
}

export function showExample(value: unknown, label: string): unknown {
  const content = typeof value === 'string' ? value : markJson(value)
  return html`<pre class="code" tabindex="0" aria-label=${label}><code>${content}</code></pre>`
}
