// The only way out for kinds: to the service's own origin, checked addresses, https, no redirects, one deadline for all requests of a try.
import { requireSecureUrl } from '#server/deliveries/target.ts'
import { createSender, MAX_ANSWER_BYTES } from '#server/deliveries/send.ts'
import { startDeadline } from '#server/platform/concurrency/deadline.ts'
import { createTransport } from '#server/platform/mail/transport.ts'
import { createLookup } from '#server/platform/outgoing/addresses.ts'
import { describeTimeout } from '#server/platform/outgoing/failures.ts'
import { nameOperator } from '#server/platform/outgoing/operator.ts'
import { signText } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { writeEndLink } from '../unwanted.ts'
import type { Answer, Door, DoorMail, DoorRequest } from '../kinds/kind.ts'

type DoorServices = Pick<Services, 'config' | 'log' | 'resolveName' | 'secret'>

/** Without letters that are mistaken for another. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The worker is being stopped: whether the request arrived is not known. */
export class Stopped extends Error {}

export interface Doorway {
  userId: string
  /** Of the service, as its kind and the pilot have set it; null: it gets mail alone. */
  address: string | null
  maxRequests?: number
}

/** The largest try lists a hundred folders. */
const MAX_REQUESTS = 150

/** Opens a door for one try, and closes it afterwards. */
export async function throughDoor<Result>(
  services: DoorServices,
  { userId, address, maxRequests = MAX_REQUESTS }: Doorway,
  stop: AbortSignal,
  use: (door: Door) => Promise<Result>,
): Promise<Result> {
  const { allowPrivate, timeoutMs } = services.config.forwards
  const deadline = startDeadline(timeoutMs, stop)
  const lookup = createLookup(allowPrivate, services.resolveName)
  // No connection is kept: a request on one that the service has just closed would be sent twice.
  const sender = createSender({ allowPrivate, timeoutMs, lookup, keepAlive: false })
  const userAgent = nameOperator(services.config)
  let requests = 0
  const request = async (asked: DoorRequest): Promise<Answer> => {
    if (++requests > maxRequests) return noAnswer(`The service asks for more than ${maxRequests} requests.`)
    const { method, url, headers, body = new Uint8Array(), maxBytes: keptBytes = MAX_ANSWER_BYTES } = asked
    try {
      requireSecureUrl(url, allowPrivate)
      requireOwn(url, address)
    } catch (error) {
      return noAnswer((error as Error).message)
    }
    const post = { method, url, headers: { 'user-agent': userAgent, ...headers }, body, keptBytes }
    const result = await sender.post(post, deadline.signal)
    if (stop.aborted) throw new Stopped()
    if (!result) return noAnswer(describeTimeout(timeoutMs))
    const { status, error, answer, answerBytes, answerHeaders = {}, retryAfterMs } = result
    // Never asked for: it is not inflated, and has no words.
    const isPacked = !/^(?:identity)?$/i.test(answerHeaders['content-encoding'] ?? '')
    const known = Object.entries(answerHeaders).map(([name, value]) => [name, [value].flat().join(', ')])
    return {
      status,
      headers: Object.fromEntries(known) as Record<string, string>,
      body: isPacked ? '' : (answer ?? ''),
      bytes: answerBytes,
      error: status === null ? error : null,
      retryAfterMs,
    }
  }
  try {
    return await use({
      request,
      mail: (mail) => sendMail(services, mail),
      codeFor: (address) => writeCode(services.secret, userId, address),
      linkToEnd: (address) => writeEndLink(services, { userId, address }),
    })
  } finally {
    deadline.end()
    sender.close()
  }
}

/** A service could name any other in what it answers. */
function requireOwn(url: string, address: string | null): void {
  if (address === null || new URL(url).origin !== new URL(address).origin)
    throw new Error('The service pointed to another server, which gets nothing.')
  const [path = ''] = (url.startsWith(address) ? url.slice(address.length) : url).split(/[?#]/)
  if (/[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i.test(path))
    throw new Error('The service pointed to a folder above, which is not asked.')
}

const noAnswer = (error: string): Answer => ({ status: null, headers: {}, body: '', error, retryAfterMs: 0 })

/** By the operator's mail server, at once: its answer is the outcome. */
async function sendMail({ config, log }: DoorServices, { messageId, ...mail }: DoorMail): Promise<Answer> {
  try {
    const words = await createTransport(config, log).deliver({ ...mail, id: messageId })
    return { ...noAnswer(''), status: 250, body: words, error: null }
  } catch (error) {
    const { responseCode, response, message } = error as Error & { responseCode?: number; response?: string }
    return responseCode === undefined
      ? noAnswer(message)
      : { ...noAnswer(''), status: responseCode, body: response ?? message, error: null }
  }
}

const CODE_DIGITS = 12

/** Letters and digits in groups of four: 60 bits, and a pilot is let check 30 times a minute at most. */
function writeCode(secret: string, userId: string, address: string): string {
  const signed = Buffer.from(signText(secret, 'forward-address', `${userId} ${address}`), 'base64url')
  const digits = [...signed.subarray(0, CODE_DIGITS)].map((byte) => CODE_ALPHABET.charAt(byte % 32))
  return digits.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}
