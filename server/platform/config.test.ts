import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { ConfigError, describeSettings, readConfig } from './config.ts'
import { settings } from './settings.ts'

suite('configuration', () => {
  test('without any variable the defaults hold and are frozen', () => {
    const config = readConfig({})
    assert.equal(config.port, 8080)
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.baseUrl, 'http://localhost:8080')
    assert.equal(config.maxUploadBytes, 10_485_760)
    assert.deepEqual(config.rateLimits, {
      windowSeconds: 60,
      requests: 300,
      uploads: 60,
      user: 1200,
      oauth: 120,
      signIn: 10,
    })
    assert.throws(() => Object.assign(config.rateLimits, { requests: 1 }), TypeError)
  })

  test('several secrets are a list, and a pass phrase is one secret', () => {
    const [old, fresh] = ['o'.repeat(32), 'n'.repeat(40)]
    const read = (text: string) => readConfig({ CLOUDSTREET_SECRET: text }).secrets
    assert.deepEqual(read(old), [old])
    for (const text of [`${fresh},${old}`, `${fresh} ${old}`, ` ${fresh}, ${old},\n`])
      assert.deepEqual(read(text), [fresh, old])
    const phrase = 'a pass phrase, with words and a comma in it'
    assert.deepEqual(read(phrase), [phrase])
    assert.throws(() => read(`${fresh.slice(0, 10)},${old.slice(0, 10)}`), ConfigError)
  })

  const wrong: [string, string, RegExp][] = [
    ['PORT', 'abc', /^PORT must be a whole number from 0 to 65535, not "abc"\.$/],
    ['PORT', '70000', /whole number from 0 to 65535/],
    [
      'BASE_URL',
      'cloudstreet.example',
      /^BASE_URL must be a URL that starts with http:\/\/ or https:\/\/, not "cloudstreet\.example"\.$/,
    ],
    [
      'DATABASE_URL',
      'mysql://root:hunter2@db',
      /^DATABASE_URL must be a URL that starts with postgres:\/\/ or postgresql:\/\/\.$/,
    ],
    ['CLOUDSTREET_SECRET', 'short', /at least 32 characters/],
    ['SIGN_UP', 'maybe', /one of: open, closed/],
    ['TRUST_PROXY', 'yes please', /false \(no proxy\), the number of proxies/],
    ['TRUST_PROXY', 'true', /Trusting everybody lets any client name itself any address/],
    ['TRUST_PROXY', '10.0.0.0/33', /or their networks such as/],
    ['WEBHOOK_ALLOW_PRIVATE', '1', /one of: true, false/],
    ['EARLY_ADOPTER_BEFORE', 'soon', /a date such as/],
    ['MAX_UPLOAD_BYTES', '-5', /whole number/],
    ['LOG_LEVEL', 'loud', /one of: trace/],
  ]
  for (const [name, value, sentence] of wrong) {
    test(`${name}=${value} is refused in one sentence that names it`, () => {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: Error) => {
          assert.ok(error instanceof ConfigError)
          assert.match(error.message, sentence)
          assert.doesNotMatch(error.message, /hunter2/)
          return true
        },
      )
    })
  }

  test('replicas without what they follow are refused with a sentence', () => {
    assert.throws(
      () => readConfig({ DATABASE_REPLICAS: 'postgres://db2/cloudstreet' }),
      /DATABASE_REPLICAS are servers that follow the one of DATABASE_URL; set that, too\./,
    )
  })

  test('an empty variable counts as absent and a slash at the end of an address does not matter', () => {
    assert.equal(readConfig({ PORT: '' }).port, 8080)
    assert.equal(readConfig({ BASE_URL: 'https://fly.example/' }).baseUrl, 'https://fly.example')
  })

  test('every setting is in --help and in .env.example', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    const help = describeSettings()
    for (const [name, setting] of Object.entries(settings)) {
      assert.match(help, new RegExp(`\\b${name}\\b`))
      const lines = `# ${setting.meaning}: ${setting.mustBe}\n#${name}=${setting.fallback ?? ''}\n`
      assert.ok(example.includes(lines), `.env.example lacks:\n${lines}`)
    }
  })
})
