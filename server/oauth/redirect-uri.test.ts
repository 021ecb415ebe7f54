import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addToQuery, findRedirectUriFault, matchesRedirectUri, toFormAction } from './redirect-uri.ts'

suite('redirect URIs', () => {
  const fine = [
    'https://app.example.org/cb',
    'https://app.example.org:8443/cb?tenant=1',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:8000/cb',
    'http://[::1]/cb',
    'http://localhost:3000/cb',
    'com.example.app:/cb',
    'com.example.app://cb',
    'https://my_app.example.org./cb;v=1,2?quote=%27',
    'https://xn--bcher-kva.example.org/cb',
    'https://[2001:db8::1]/cb',
  ]
  for (const uri of fine) {
    test(`${uri} can be registered`, () => {
      assert.equal(findRedirectUriFault(uri), undefined)
      assert.ok(matchesRedirectUri(uri, uri))
    })
  }

  const wrong = [
    'app.example.org/cb',
    '/cb',
    '',
    'http://app.example.org/cb',
    'http://127.0.0.1.example.org/cb',
    'http://127.0.0.2/cb',
    'http://localhost.example.org/cb',
    'https:app.example.org/cb',
    'https:///cb',
    'https://user@app.example.org/cb',
    'https://user:pw@app.example.org/cb',
    'https://app.example.org/cb#fragment',
    'https://app.example.org/cb#',
    'https://*.example.org/cb',
    'https://app.example.org\\@evil.example/cb',
    'https://app.example.org/c b',
    'https://app.example.org/\tcb',
    'https://app.example.org/ü',
    'https://app.example.org;script-src/cb',
    'https://app.example.org,evil.example/cb',
    "https://app.example.org'/cb",
    'https://app.example.org%3Bscript-src/cb',
    'https://app.example.org&evil.example/cb',
    'https://app.example.org%20evil/cb',
    'com.example.app://cb;x/y',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'myapp:/cb',
    `https://app.example.org/${'x'.repeat(2000)}`,
  ]
  for (const uri of wrong) {
    test(`${JSON.stringify(uri.slice(0, 60))} cannot be registered`, () => {
      assert.equal(typeof findRedirectUriFault(uri), 'string')
    })
  }

  test('a port is free on a loopback address alone, and must be one', () => {
    assert.ok(matchesRedirectUri('http://127.0.0.1/cb', 'http://127.0.0.1:65535/cb'))
    assert.ok(!matchesRedirectUri('http://127.0.0.1/cb', 'http://127.0.0.1:65536/cb'))
    assert.ok(!matchesRedirectUri('https://a.example.org/cb', 'https://a.example.org:8443/cb'))
    assert.ok(!matchesRedirectUri('http://127.0.0.1/cb', 'https://127.0.0.1/cb'))
    assert.ok(!matchesRedirectUri('http://127.0.0.1/cb', 'http://127.0.0.1:1/cb/../evil'))
  })

  test('an answer joins the query that is there', () => {
    assert.equal(addToQuery('https://a/cb', { code: 'x y', state: undefined }), 'https://a/cb?code=x+y')
    assert.equal(addToQuery('https://a/cb?b=1', { code: 'x' }), 'https://a/cb?b=1&code=x')
    assert.equal(addToQuery('https://a/cb?', { code: 'x' }), 'https://a/cb?code=x')
    assert.equal(addToQuery('com.example.app:/cb', { code: 'x' }), 'com.example.app:/cb?code=x')
  })

  test('form-action names the origin, or the scheme where it cannot', () => {
    assert.equal(toFormAction('https://a.example.org/cb'), 'https://a.example.org')
    assert.equal(toFormAction('http://127.0.0.1:8000/cb'), 'http://127.0.0.1:8000')
    assert.equal(toFormAction('http://[::1]:8000/cb'), 'http:')
    assert.equal(toFormAction('com.example.app:/cb'), 'com.example.app:')
  })
})
