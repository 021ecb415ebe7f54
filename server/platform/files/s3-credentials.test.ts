import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { createKeys } from './s3-credentials.ts'
import type { AwsEnvironment } from '../settings/aws.ts'
import { makeFolder } from '#test/support/installation/folder.ts'

const MINUTE_MS = 60_000

async function start(
  context: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function makeFile(context: TestContext, text: string): string {
  const folder = makeFolder(context)
  writeFileSync(join(folder, 'file'), text)
  return join(folder, 'file')
}

/** Nothing listens there: no credentials are taken from the machine that runs the test. */
const nowhere: AwsEnvironment = { AWS_EC2_METADATA_SERVICE_ENDPOINT: 'http://127.0.0.1:9' }

/** As the machine of Amazon answers: nothing without a token, and a token only to a PUT. */
function createMachine(expiresAt: () => number) {
  const machine = { issued: 0, isDown: false, asked: [] as string[] }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    machine.asked.push(`${request.method} ${request.url}`)
    const path = request.url?.replace('/latest/', '')
    if (machine.isDown) return response.writeHead(500).end()
    if (path === 'api/token')
      return request.method === 'PUT' && request.headers['x-aws-ec2-metadata-token-ttl-seconds']
        ? response.end('the token')
        : response.writeHead(405).end()
    if (request.headers['x-aws-ec2-metadata-token'] !== 'the token') return response.writeHead(401).end()
    if (path === 'meta-data/iam/security-credentials/') return response.end('flights-role\n')
    if (path !== 'meta-data/iam/security-credentials/flights-role') return response.writeHead(404).end()
    machine.issued++
    return response.end(
      JSON.stringify({
        Code: 'Success',
        AccessKeyId: `ASIA${machine.issued}`,
        SecretAccessKey: 'secret',
        Token: `session ${machine.issued}`,
        Expiration: new Date(expiresAt()).toISOString(),
      }),
    )
  }
  return { machine, answer }
}

/** As the Security Token Service answers: XML, and why it refuses. */
function answerExchange(form: URLSearchParams, now: number, response: ServerResponse): void {
  const isAsked = form.get('Action') === 'AssumeRoleWithWebIdentity' && form.get('Version') === '2011-06-15'
  const isRole =
    form.get('RoleArn') === 'arn:aws:iam::1:role/flights' && form.get('RoleSessionName') === 'cloudstreet'
  if (!isAsked || !isRole) {
    const why = '<Code>AccessDenied</Code><Message>Not authorized to perform sts:AssumeRole</Message>'
    response.writeHead(403).end(`<ErrorResponse><Error><Type>Sender</Type>${why}</Error></ErrorResponse>`)
    return
  }
  response.end(`<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult>
    <AssumedRoleUser><Arn>arn:aws:sts::1:assumed-role/flights/cloudstreet</Arn></AssumedRoleUser>
    <Credentials>
      <AccessKeyId>ASIA ${form.get('WebIdentityToken')}</AccessKeyId>
      <SecretAccessKey>a+b/c=</SecretAccessKey>
      <SessionToken>session</SessionToken>
      <Expiration>${new Date(now + 60 * MINUTE_MS).toISOString()}</Expiration>
    </Credentials>
  </AssumeRoleWithWebIdentityResult>
</AssumeRoleWithWebIdentityResponse>`)
}

suite('the keys to a bucket', () => {
  test('of the settings come first, with their session token', async () => {
    const keys = { accessKeyId: 'AKIA', secretAccessKey: 'secret', sessionToken: 'session' }
    assert.deepEqual(
      await createKeys({
        ...nowhere,
        AWS_ACCESS_KEY_ID: keys.accessKeyId,
        AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
        AWS_SESSION_TOKEN: keys.sessionToken,
        AWS_PROFILE: 'other',
      })(),
      keys,
    )
  })

  test('are those of a profile in the credentials file, also when it is rewritten', async (context) => {
    const file = makeFile(
      context,
      '# comment\r\n[default]\r\naws_access_key_id = AKIA1\r\naws_secret_access_key=a=b/+\r\n\n' +
        '[ club ]\naws_access_key_id=AKIA2\naws_secret_access_key = two\nAWS_SESSION_TOKEN = session\n[empty]\n',
    )
    let now = 0
    const read = (profile = 'default') =>
      createKeys({ ...nowhere, AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: profile }, () => now)
    const standard = read()
    assert.deepEqual(await standard(), {
      accessKeyId: 'AKIA1',
      secretAccessKey: 'a=b/+',
      sessionToken: undefined,
    })
    assert.deepEqual(await read('club')(), {
      accessKeyId: 'AKIA2',
      secretAccessKey: 'two',
      sessionToken: 'session',
    })
    await assert.rejects(read('nobody')(), /has no profile nobody/)
    await assert.rejects(read('empty')(), /lacks aws_access_key_id or aws_secret_access_key/)
    await assert.rejects(
      createKeys({ ...nowhere, AWS_SHARED_CREDENTIALS_FILE: '/nothing/there' })(),
      /cannot be read/,
    )
    writeFileSync(file, '[default]\naws_access_key_id = AKIA3\naws_secret_access_key = three\n')
    now += 10 * MINUTE_MS
    assert.equal((await standard()).accessKeyId, 'AKIA3')
  })

  test('are those of the role of a container, which is asked with its token', async (context) => {
    const url = await start(context, ({ url, headers }, response) => {
      if (url !== '/v2/credentials' || headers.authorization !== 'let me in') response.writeHead(403).end()
      else response.end(JSON.stringify({ AccessKeyId: 'ASIA', SecretAccessKey: 'secret', Token: 'session' }))
    })
    const at = { ...nowhere, AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/v2/credentials` }
    const keys = { accessKeyId: 'ASIA', secretAccessKey: 'secret', sessionToken: 'session' }
    assert.deepEqual(await createKeys({ ...at, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'let me in' })(), keys)
    const containerTokenFile = makeFile(context, 'let me in\n')
    assert.deepEqual(
      await createKeys({ ...at, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: containerTokenFile })(),
      keys,
    )
    await assert.rejects(createKeys(at)(), /gives no credentials: it answered 403\./)
    assert.throws(
      () => createKeys({ ...nowhere, AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://elsewhere.example/' }),
      /must be https, or an address of this machine/,
    )
  })

  test('are those of the role of the machine, which is asked as its version 2 wants', async (context) => {
    const { machine, answer } = createMachine(() => Date.now() + 60 * MINUTE_MS)
    const findKeys = createKeys({
      ...nowhere,
      AWS_EC2_METADATA_SERVICE_ENDPOINT: await start(context, answer),
    })
    const [first] = await Promise.all([findKeys(), findKeys(), findKeys()])
    assert.deepEqual(first, { accessKeyId: 'ASIA1', secretAccessKey: 'secret', sessionToken: 'session 1' })
    assert.deepEqual(machine.asked, [
      'PUT /latest/api/token',
      'GET /latest/meta-data/iam/security-credentials/',
      'GET /latest/meta-data/iam/security-credentials/flights-role',
    ])
  })

  test('of a role are renewed before they expire, and the old ones are used until then', async (context) => {
    let now = Date.now()
    const { machine, answer } = createMachine(() => now + 60 * MINUTE_MS)
    const findKeys = createKeys(
      { ...nowhere, AWS_EC2_METADATA_SERVICE_ENDPOINT: await start(context, answer) },
      () => now,
    )
    const read = async () => (await findKeys()).accessKeyId
    assert.equal(await read(), 'ASIA1')
    now += 54 * MINUTE_MS
    assert.deepEqual([await read(), machine.issued], ['ASIA1', 1])
    now += 2 * MINUTE_MS
    machine.isDown = true
    assert.equal(await read(), 'ASIA1', 'still valid while there are no new ones')
    machine.isDown = false
    now += 20_000
    // Asked for in the background; the request does not wait for them.
    for (let key = await read(); key === 'ASIA1'; key = await read())
      await new Promise((resolve) => setImmediate(resolve))
    assert.equal(await read(), 'ASIA2')
    now += 61 * MINUTE_MS
    machine.isDown = true
    await assert.rejects(read(), /gives no credentials: it answered 500\./)
    machine.isDown = false
    assert.equal(await read(), 'ASIA3')
  })

  test('are given for the token that Kubernetes writes, which is read afresh each time', async (context) => {
    const webIdentityTokenFile = makeFile(context, 'first token\n')
    let now = Date.parse('2026-05-17T12:00:00Z')
    const stsEndpoint = await start(context, (request, response) => {
      void text(request).then((body) => answerExchange(new URLSearchParams(body), now, response))
    })
    const settings = {
      ...nowhere,
      AWS_WEB_IDENTITY_TOKEN_FILE: webIdentityTokenFile,
      AWS_ENDPOINT_URL_STS: stsEndpoint,
      AWS_ROLE_ARN: 'arn:aws:iam::1:role/flights',
    }
    const findKeys = createKeys(settings, () => now)
    assert.deepEqual(await findKeys(), {
      accessKeyId: 'ASIA first token',
      secretAccessKey: 'a+b/c=',
      sessionToken: 'session',
    })
    writeFileSync(webIdentityTokenFile, 'second token\n')
    now += 61 * MINUTE_MS
    assert.equal((await findKeys()).accessKeyId, 'ASIA second token')
    await assert.rejects(
      createKeys({ ...settings, AWS_ROLE_ARN: 'arn:aws:iam::1:role/other' })(),
      /gives no credentials: it answered 403 \(AccessDenied: Not authorized to perform sts:AssumeRole\)\.$/,
    )
    await assert.rejects(
      createKeys({ ...nowhere, AWS_WEB_IDENTITY_TOKEN_FILE: webIdentityTokenFile })(),
      /but AWS_ROLE_ARN is not/,
    )
  })

  test('that are not given are missed with a sentence', async () => {
    await assert.rejects(
      createKeys({ ...nowhere, AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://127.0.0.1:9/' })(),
      /^Error: http:\/\/127\.0\.0\.1:9 gives no credentials: connect ECONNREFUSED/,
    )
  })
})
