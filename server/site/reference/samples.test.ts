import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import type { Operation } from '#contract/openapi/document.ts'
import { html } from '#server/platform/http/html.ts'
import type { Entry } from './operations.ts'
import { listRequests, type SampleRequest } from './requests.ts'
import { markSample } from './code.ts'
import { type Language, languages, writeSamples } from './samples.ts'

const BASE = 'https://flights.test'

function write(request: Partial<SampleRequest>) {
  return writeSamples(BASE, {
    operationId: 'doSomething',
    method: 'GET',
    path: '/api/v1/things',
    query: {},
    headers: {},
    credential: 'none',
    answer: 'json',
    answerFile: 'flight.igc',
    ...request,
  })
}

/** As a reader copies it from the page. */
function toText(sample: string, language: Language, key?: string): string {
  const markup = render(html`<pre>${markSample(sample, language, key)}</pre>` as VNode)
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

suite('samples', () => {
  test('a GET without a credential is as short as it can be', () => {
    const { curl, typescript, python } = write({ query: { from: '2026-01-01', text: 'a b&c' } })
    assert.equal(curl, `curl "${BASE}/api/v1/things?from=2026-01-01&text=a+b%26c"`)
    assert.match(typescript, /^const response = await fetch\('https:\/\/flights\.test\/api.*'\)\n/)
    assert.match(
      python,
      /^import json\nimport urllib\.error\nimport urllib\.request\n\nrequest = urllib\.request\.Request\(".*"\)\n/,
    )
  })

  test('a key, a token and a client are read from the environment', () => {
    for (const language of languages) {
      assert.match(write({ credential: 'key' })[language], /CLOUDSTREET_KEY/)
      assert.match(write({ credential: 'token' })[language], /CLOUDSTREET_TOKEN/)
      assert.match(
        write({ credential: 'client' })[language],
        /CLOUDSTREET_CLIENT_ID.*CLOUDSTREET_CLIENT_SECRET/,
      )
      assert.doesNotMatch(write({ credential: 'none' })[language], /CLOUDSTREET/)
    }
  })

  test('the reader’s own key takes the place of the variable in every language', () => {
    const [curl = '', typescript = '', python = ''] = languages.map((language) =>
      toText(write({ credential: 'key' })[language], language, 'cst_key_1'),
    )
    for (const sample of [curl, typescript, python]) assert.doesNotMatch(sample, /CLOUDSTREET_KEY/)
    assert.match(curl, /-H "Authorization: Bearer cst_key_1"/)
    assert.match(typescript, /const key = 'cst_key_1'\n/)
    assert.match(python, /key = "cst_key_1"\n/)
  })

  test('marking its parts changes nothing of a sample', () => {
    const body = { kind: 'json', value: { text: 'it’s "so"', list: [1, true] } } as const
    for (const language of languages) {
      const sample = write({ credential: 'key', method: 'POST', body })[language]
      assert.equal(toText(sample, language), sample)
    }
  })

  test('what means something to a shell or a language is quoted', () => {
    const value = { text: 'it’s $HOME, isn\'t it? "yes"', list: [1, null, true], inner: { empty: {} } }
    const { curl, typescript, python } = write({ method: 'PATCH', body: { kind: 'json', value } })
    assert.ok(curl.includes(String.raw`isn'\''t it? \"yes\"`), curl)
    assert.ok(typescript.includes(String.raw`'it’s $HOME, isn\'t it? "yes"'`), typescript)
    assert.ok(typescript.includes('[1, null, true]'))
    assert.ok(python.includes(String.raw`"it’s $HOME, isn't it? \"yes\""`), python)
    assert.ok(python.includes('[1, None, True]'))
  })

  test('an id of the example is marked in every language, as what the reader puts in', () => {
    const id = '68f0a1b2c3d4e5f6a7b8c9d0'
    for (const language of languages) {
      const sample = write({ path: `/api/v1/things/${id}/file`, credential: 'key' })[language]
      const markup = render(html`<pre>${markSample(sample, language)}</pre>` as VNode)
      assert.ok(markup.includes(`<span class="key">${id}</span>`), markup)
      assert.equal(toText(sample, language), sample)
    }
  })

  test('a refusal is told in its own words, and not written over a file', () => {
    const { curl, python } = write({ answer: 'file' })
    assert.match(curl, /-f -o flight\.igc$/)
    assert.match(python, /except urllib\.error\.HTTPError as error:\n    print\(error\.code, error\.read\(\)/)
  })

  test('curl names the method only where it would not guess it', () => {
    assert.match(write({ method: 'POST' }).curl, /^curl -X POST "/)
    assert.match(write({ method: 'POST', body: { kind: 'json', value: 1 } }).curl, /^curl "/)
    assert.match(write({ method: 'DELETE' }).curl, /^curl -X DELETE "/)
  })

  test('the login of a device is read from the environment, and never the reader’s key', () => {
    const fields = {
      user: { variable: 'CLOUDSTREET_DEVICE_LOGIN' },
      pass: { variable: 'CLOUDSTREET_DEVICE_PASSWORD' },
      igccontent: { file: 'a.igc' },
    }
    for (const kind of ['form', 'json-fields', 'multipart'] as const) {
      const samples = write({ method: 'POST', body: { kind, fields } })
      for (const language of languages) {
        const sample = toText(samples[language], language, 'cst_key_1')
        assert.match(sample, /DEVICE_LOGIN[^]*DEVICE_PASSWORD[^]*a\.igc/, `${language} ${kind}`)
        assert.doesNotMatch(sample, /cst_key_1|CLOUDSTREET_KEY/)
      }
    }
    assert.match(
      write({ credential: 'login' }).curl,
      /-u "\$CLOUDSTREET_DEVICE_LOGIN:\$CLOUDSTREET_DEVICE_PASSWORD"/,
    )
    assert.match(write({ credential: 'device' }).curl, /Bearer \$CLOUDSTREET_DEVICE_TOKEN"/)
  })

  test('a shell sends as a form what it cannot put into JSON', () => {
    const fields = { user: { variable: 'LOGIN' }, text: 'a b', igc: { file: 'a.igc' } }
    const { curl, typescript, python } = write({ method: 'POST', body: { kind: 'json-fields', fields } })
    assert.match(
      curl,
      /--data-urlencode "user=\$LOGIN" \\\n  --data-urlencode 'text=a b' \\\n  --data-urlencode igc@a\.igc$/,
    )
    assert.match(typescript, /JSON\.stringify\(\{[^]*igc: await readFile\('a\.igc', 'latin1'\)/)
    assert.match(python, /json\.dumps\(\{[^]*"igc": open\("a\.igc", "rb"\)\.read\(\)\.decode\("latin-1"\)/)
  })

  test('a header of the request is in every language, and an answer in text is shown as one', () => {
    const samples = write({ headers: { 'X-Filename': 'a.igc' }, answer: 'text' })
    for (const language of languages) assert.match(samples[language], /x-filename['"]?: ['"]?a\.igc['"]/i)
    assert.match(samples.typescript, /await response\.text\(\)/)
    assert.match(samples.python, /response\.read\(\)\.decode\(\)/)
    assert.doesNotMatch(samples.curl, /-o/)
  })

  test('a file is sent by its name, a form by its fields', () => {
    const file = write({ method: 'POST', body: { kind: 'file', name: 'a.igc', type: 'application/igc' } })
    assert.match(file.curl, /--data-binary @a\.igc$/)
    assert.match(file.python, /data=open\("a\.igc", "rb"\)\.read\(\)/)
    const fields = { grant: 'a:b', client_id: { variable: 'CLOUDSTREET_CLIENT_ID' } }
    const form = write({ method: 'POST', body: { kind: 'form', fields } })
    assert.match(
      form.curl,
      /--data-urlencode "grant=a:b" \\\n  --data-urlencode "client_id=\$CLOUDSTREET_CLIENT_ID"/,
    )
    assert.match(form.python, /"client_id": os\.environ\["CLOUDSTREET_CLIENT_ID"\]/)
  })
})

suite('the requests of an operation', () => {
  const operation: Operation = {
    operationId: 'changeThing',
    tags: ['Things'],
    summary: 'Change a thing',
    description: 'It changes.',
    security: [{ oauth2: ['things:write'] }, { bearer: [] }],
    parameters: [{ name: 'id', in: 'path', required: true, example: 'a/b', schema: { type: 'string' } }],
    responses: { 204: { description: 'Changed.' } },
  }
  const entry: Entry = {
    id: 'changeThing',
    method: 'PATCH',
    path: '/things/{id}',
    tag: 'Things',
    operation,
    problems: {},
  }

  test('have the examples of its path and its body, one for each', () => {
    const content = {
      'application/json': { schema: {}, examples: { one_way: { value: 1 }, another: { value: 2 } } },
    }
    const requests = listRequests({ ...entry, operation: { ...operation, requestBody: { content } } })
    assert.deepEqual(
      requests.map(({ path, title, body, credential, answer }) => ({
        path,
        title,
        body,
        credential,
        answer,
      })),
      [
        {
          path: '/things/a%2Fb',
          title: 'One way',
          body: { kind: 'json', value: 1 },
          credential: 'key',
          answer: 'nothing',
        },
        {
          path: '/things/a%2Fb',
          title: 'Another',
          body: { kind: 'json', value: 2 },
          credential: 'key',
          answer: 'nothing',
        },
      ],
    )
  })

  test('authenticate a client once: by its field where the example has one', () => {
    const client: Operation = { ...operation, security: [{ client: [] }, {}] }
    const body = (value: object) => ({
      content: { 'application/x-www-form-urlencoded': { schema: {}, examples: { example: { value } } } },
    })
    const [byField] = listRequests({
      ...entry,
      operation: { ...client, requestBody: body({ client_id: '1' }) },
    })
    const [byBasic] = listRequests({ ...entry, operation: { ...client, requestBody: body({ token: '1' }) } })
    assert.equal(byField?.credential, 'none')
    assert.deepEqual(byField?.body, {
      kind: 'form',
      fields: { client_id: { variable: 'CLOUDSTREET_CLIENT_ID' } },
    })
    assert.equal(byBasic?.credential, 'client')
  })
})
