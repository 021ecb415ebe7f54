// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { parseYaml } from '@redocly/openapi-core'
import { readReference } from '#server/site/reference/operations.ts'
import { fetchDescription } from '#test/support/description.ts'
import { startServer } from '#test/support/server.ts'

suite('the documentation', async () => {
  const server = await startServer({ after })
  const reference = readReference(await fetchDescription(server))
  const read = async (path: string) => (await server.fetch(path)).text()

  test('begins with an overview that leads to every guide, operation and event, and to the description', async () => {
    const overview = await read('/docs')
    for (const { id } of reference.groups.flatMap(({ entries }) => entries))
      assert.ok(overview.includes(`href="/docs/reference/${id}"`), id)
    for (const { id } of reference.events)
      assert.ok(overview.includes(`href="/docs/reference/events/${id}"`), id)
    assert.match(overview, /href="\/docs\/guide\/webhooks"/)
    assert.match(overview, /href="\/api\/v1\/openapi\.json"/)
  })

  test('lists each guide once, and every operation at /docs/reference', async () => {
    assert.equal((await read('/docs')).split('href="/docs/guide/errors"').length, 2)
    const list = (await read('/docs/reference')).split('class="docs-content"')[1] ?? ''
    for (const { id } of reference.groups.flatMap(({ entries }) => entries))
      assert.ok(list.includes(`href="/docs/reference/${id}"`), id)
  })

  test('every page that is linked is there, asks no other host, and is under a strict policy', async () => {
    const seen = new Set(['/docs'])
    for (const path of seen) {
      const response = await server.fetch(path)
      const page = await response.text()
      assert.equal(response.status, 200, path)
      const policy = response.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'.*script-src 'self'$/, path)
      assert.doesNotMatch(policy, /unsafe/)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.doesNotMatch(page, /(?:src|<link[^>]* href|action)="https?:|<script>| style="| on[a-z]+="/, path)
      assert.match(page, /<form role="search" action="\/docs\/search">/, path)
      for (const [, link] of page.matchAll(/href="(\/docs[^"#?]*)/g)) seen.add(link!)
    }
    assert.ok(seen.size >= 55, `${seen.size} pages`)
  })

  test('has the pages of operators and the changelog, and each guide as it is written', async () => {
    const overview = await read('/docs')
    for (const path of [
      '/docs/operate/install',
      '/docs/operate/monitoring',
      '/docs/changelog',
      '/docs/guide/errors',
    ])
      assert.ok(overview.includes(`href="${path}"`), path)
    assert.match(await read('/docs/changelog'), /<h2 id="unreleased">Unreleased<\/h2>/)
    // A file that is no page here is named without a link.
    assert.doesNotMatch(await read('/docs/operate/install'), /href="(?!\/|#|https?:|mailto:)/)
    const written = await server.fetch('/docs/guide/errors.md')
    assert.equal(written.headers.get('content-type'), 'text/markdown; charset=utf-8')
    assert.match(await written.text(), /^# Errors\n/)
    for (const path of [
      '/docs/guide/nothing',
      '/docs/operate/nothing.md',
      '/docs/operate/..%2Fguide%2Ferrors.md',
    ])
      assert.equal((await server.fetch(path)).status, 404, path)
    assert.match(await read('/docs/search?q=systemd'), /Operating/)
  })

  test('/llms.txt lists what there is to read, and all of it is there', async () => {
    const text = await read('/llms.txt')
    assert.match(text, /^# Cloudstreet\n\n> /)
    const links = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, link]) => link!)
    assert.ok(links.length > 25, `${links.length} links`)
    for (const link of links) {
      assert.ok(link.startsWith(`${server.url}/`), link)
      assert.equal((await server.fetch(link.slice(server.url.length))).status, 200, link)
    }
  })

  test('the description as YAML is the one in JSON', async () => {
    const response = await server.fetch('/api/v1/openapi.yaml')
    assert.equal(response.headers.get('content-type'), 'application/yaml; charset=utf-8')
    const text = await response.text()
    assert.match(text, /^openapi: "3\.1\.\d"\ninfo:\n  title: /)
    assert.deepEqual(parseYaml(text), await (await server.fetch('/api/v1/openapi.json')).json())
  })

  test('the page of an operation has its access, parameters, body, answers, problems and samples', async () => {
    const page = await read('/docs/reference/correctFlight')
    for (const part of [
      /<h1>Update a flight/,
      /PATCH<\/span> <code>\/api\/v1\/flights\/{id}</,
      /personal key<\/a> with the scope <code class="scope">flights:write</,
      /<code>if-match<\/code>/,
      /<code>is_tandem<\/code> <span class="type">boolean/,
      /PreconditionFailed<\/strong>/,
      /curl<\/span> -X PATCH/,
      /@cloudstreet\/sdk/,
      /urllib\.request\.Request/,
    ])
      assert.match(page, part)
    assert.ok(page.includes(`${server.url}/api/v1/flights/`))
  })

  test('what needs an access token does not offer a key', async () => {
    const page = await read('/docs/reference/deleteFlight')
    assert.match(page, /No personal key/)
    assert.match(page, /CLOUDSTREET_TOKEN/)
    assert.doesNotMatch(page, /CLOUDSTREET_KEY|Sign in<\/a> to fill/)
  })

  test('an event has its headers, its body and an example', async () => {
    const page = await read('/docs/reference/events/flight.uploaded')
    assert.match(page, /X-Cloudstreet-Signature/)
    assert.match(page, /<code>flight<\/code> <span class="type">EventFlight/)
    assert.match(page, /&quot;event&quot;<\/span>: <span class="string">&quot;flight\.uploaded/)
  })

  test('a search finds guides and operations, and shows what is asked for as text', async () => {
    const page = await read('/docs/search?q=idempotency')
    assert.match(page, /href="\/docs\/reference\/uploadFlight"/)
    assert.match(page, /href="\/docs\/guide\/upload#/)
    assert.match(page, /<mark>[Ii]dempotency<\/mark>/)
    const odd = await read(`/docs/search?q=${encodeURIComponent('<script>alert(1)</script>"')}`)
    assert.doesNotMatch(odd, /<script>alert/)
    assert.match(odd, /Nothing was found for <strong>&lt;script>/)
    for (const query of ['', '?q=', '?q=a&q=b', `?q=${'x'.repeat(5000)}`])
      assert.equal((await server.fetch(`/docs/search${query}`)).status, 200, query.slice(0, 20))
  })

  test('what is not there is 404', async () => {
    for (const path of [
      'guide/nothing',
      'reference/nothing',
      'reference/events/nothing',
      'reference/__proto__',
    ])
      assert.equal((await server.fetch(`/docs/${path}`)).status, 404, path)
  })
})
