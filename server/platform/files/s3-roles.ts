// Temporary keys of a role, from what vouches for this process: the container, the virtual machine, or a token that
// Kubernetes has written into a file. In the formats of Amazon's own endpoints.
import { readFileSync } from 'node:fs'
import { SECOND_MS } from '../time.ts'
import { type Answer, exchange, type Exchange } from './exchange.ts'
import type { AwsEnvironment } from '../settings/aws.ts'
import type { Loaded } from './s3-keys.ts'

const CONTAINER_HOST = 'http://169.254.170.2'
const METADATA_HOST = 'http://169.254.169.254'
/** Where the token may be sent without encryption: this machine, and Amazon's addresses for containers. */
const PLAIN_HOSTS =
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|169\.254\.170\.2|169\.254\.170\.23|\[fd00:ec2::23\])$/
const LIMITS = { timeoutMs: 2 * SECOND_MS, maxBytes: 65_536 }
const ATTEMPTS = 3

export function findContainerUrl({
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: containerRelativeUri,
  AWS_CONTAINER_CREDENTIALS_FULL_URI: containerFullUri,
}: AwsEnvironment): URL | undefined {
  if (containerRelativeUri !== undefined) return new URL(CONTAINER_HOST + containerRelativeUri)
  if (containerFullUri === undefined) return undefined
  const url = new URL(containerFullUri)
  if (url.protocol === 'https:' || PLAIN_HOSTS.test(url.hostname)) return url
  throw new Error(
    'AWS_CONTAINER_CREDENTIALS_FULL_URI must be https, or an address of this machine or of Amazon for containers.',
  )
}

export async function askContainer(
  url: URL,
  {
    AWS_CONTAINER_AUTHORIZATION_TOKEN: containerToken,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: containerTokenFile,
  }: AwsEnvironment,
): Promise<Loaded> {
  const token = containerTokenFile === undefined ? containerToken : readText(containerTokenFile).trim()
  const { body } = await ask(url, { method: 'GET', ...(token && { headers: { authorization: token } }) })
  return readKeys(url, parseJson(body.toString()))
}

/** Instance metadata, version 2: its token is given only to a PUT, which no open proxy passes on. */
export async function askMachine({
  AWS_EC2_METADATA_SERVICE_ENDPOINT: metadataEndpoint = METADATA_HOST,
}: AwsEnvironment): Promise<Loaded> {
  const at = (path: string) => new URL(`/latest/${path}`, metadataEndpoint)
  const ttl = { 'x-aws-ec2-metadata-token-ttl-seconds': '300' }
  const token = await ask(at('api/token'), { method: 'PUT', headers: ttl })
  const headers = { 'x-aws-ec2-metadata-token': token.body.toString() }
  const roles = at('meta-data/iam/security-credentials/')
  const role = (await ask(roles, { method: 'GET', headers })).body.toString().trim().split('\n')[0] ?? ''
  if (role === '') throw new Error('This machine has no role.')
  const url = new URL(encodeURIComponent(role), roles)
  return readKeys(url, parseJson((await ask(url, { method: 'GET', headers })).body.toString()))
}

/** AssumeRoleWithWebIdentity of the Security Token Service, which takes the token for a signature. */
export async function exchangeToken(file: string, aws: AwsEnvironment): Promise<Loaded> {
  const {
    AWS_ROLE_ARN: roleArn,
    AWS_ROLE_SESSION_NAME: roleSessionName = 'cloudstreet',
    AWS_REGION: region,
    AWS_ENDPOINT_URL_STS: stsEndpoint,
  } = aws
  if (roleArn === undefined) throw new Error('AWS_WEB_IDENTITY_TOKEN_FILE is set, but AWS_ROLE_ARN is not.')
  const url = new URL(
    stsEndpoint ??
      (region === undefined ? 'https://sts.amazonaws.com' : `https://sts.${region}.amazonaws.com`),
  )
  const form = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: roleSessionName,
    WebIdentityToken: readText(file).trim(),
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { body } = await ask(url, { method: 'POST', headers, body: Buffer.from(form.toString()) })
  return readKeys(url, readElements(body.toString()))
}

async function ask(url: URL, request: Pick<Exchange, 'method' | 'headers' | 'body'>): Promise<Answer> {
  let problem = ''
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const answer = await exchange(url, { ...LIMITS, ...request }).catch((error: Error) => error.message)
    if (typeof answer !== 'string' && answer.status === 200) return answer
    problem = typeof answer === 'string' ? answer : describeRefusal(answer)
    if (typeof answer !== 'string' && answer.status < 500) break
  }
  throw new Error(`${url.origin} gives no credentials: ${problem}.`)
}

/** The Security Token Service says why. */
function describeRefusal({ status, body }: Answer): string {
  const { Code: code, Message: message } = readElements(body.toString())
  const why = code && message ? ` (${code}: ${message.replace(/\.$/, '')})` : ''
  return `it answered ${status}${why}`
}

/** Expiration is left out where keys do not expire. */
function readKeys(url: URL, answer: Members): Loaded {
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey } = answer
  const sessionToken = answer.Token ?? answer.SessionToken
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`${url.origin} gives no credentials: its answer has no keys.`)
  const expiresAt = answer.Expiration === undefined ? undefined : Date.parse(answer.Expiration)
  if (Number.isNaN(expiresAt))
    throw new Error(`${url.origin} gives no credentials: its Expiration is not a time.`)
  return { keys: { accessKeyId, secretAccessKey, sessionToken }, expiresAt }
}

type Members = Partial<Record<string, string>>

function parseJson(text: string): Members {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Members) : {}
  } catch {
    return {}
  }
}

/** Elements of XML that hold only text; keys and times have no characters that need an entity. */
function readElements(xml: string): Members {
  return Object.fromEntries([...xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name, text]) => [name, text]))
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
