import { setTimeout as sleep } from 'node:timers/promises'
import { type EventName, eventNames } from '../../contract/event-names.ts'
import {
  type Client,
  listDeliveries,
  listWebhooks,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '../../sdk/index.ts'
import { openEither } from '../account/application.ts'
import { type Command, exitCodes, type Invocation, type Terminal, UsageError } from '../command.ts'
import { forward } from '../listen/forward.ts'
import { createSample } from '../listen/sample.ts'
import { openSigningSecret } from '../listen/secret.ts'
import { readWebAddress } from '../listen/words.ts'
import { describeAnswer } from './listen.ts'

const LOOK_MS = 500
/** The service waits 10 s for an answer. */
const PATIENCE_MS = 15_000

export const trigger: Command = {
  about:
    'Sends a sample event (without one: says which there are): by the service to your webhook, or from here with --forward.',
  words: 'EVENT',
  completes: eventNames,
  options: {
    forward: { type: 'string', value: 'URL', about: 'made and signed on this machine, sent there' },
    webhook: { type: 'string', value: 'ID', about: 'to this webhook; needless when you have one' },
    'client-id': {
      type: 'string',
      value: 'ID',
      about: 'to the webhook of this application; its secret is in CLOUDSTREET_CLIENT_SECRET',
    },
    flight: { type: 'string', value: 'ID', about: 'tells of this flight of yours instead of an example' },
    secret: { type: 'string', value: 'SECRET', about: 'with --forward: sign with this, now and later' },
    json: { type: 'boolean', about: 'as JSON' },
  },
  examples: [
    'cloudstreet trigger flight.uploaded --forward http://localhost:3000/hook',
    'cloudstreet trigger flight.deleted --webhook 68f0a1b2c3d4e5f6a7b8c9d0',
    'cloudstreet trigger flight.updated --flight 68f0a1b2c3d4e5f6a7b8c9d1',
  ],
  whenOutOfScope: [
    'From this machine, signed by it:',
    '  cloudstreet trigger flight.uploaded --forward http://localhost:3000/hook',
    'By the service, with a key that has the scope webhooks:manage, made under Developers, Keys:',
    '  CLOUDSTREET_KEY=cst_key_… cloudstreet trigger flight.uploaded',
  ],
  async run(given, terminal) {
    const name = readEvent(given)
    const address = given.text('forward')
    if (address !== undefined && given.text('flight') !== undefined)
      throw new UsageError('--flight is for events that the service sends, not for --forward.')
    return address === undefined
      ? askService(name, given, terminal)
      : sendFromHere(name, readWebAddress('forward', address), given, terminal)
  },
}

function readEvent({ words: [word, another] }: Invocation): EventName {
  const name = eventNames.find((known) => known === word)
  if (name !== undefined && another === undefined) return name
  throw new UsageError(`Which event? One of ${eventNames.join(', ')}.`)
}

async function sendFromHere(name: EventName, url: string, given: Invocation, terminal: Terminal) {
  const secret = await openSigningSecret(given.text('secret'))
  const sample = createSample(name)
  const answer = await forward(sample, { url, secret, signal: terminal.signal, waitsMs: [] })
  if (given.isSet('json')) terminal.print(JSON.stringify({ sentBy: 'this machine', url, ...answer }))
  else
    terminal.print(
      `This machine has sent a sample ${name}, signed with ${secret}, to ${url}: ${describeAnswer(answer)}`,
    )
  return answer.error === undefined ? exitCodes.done : exitCodes.failed
}

async function askService(name: EventName, given: Invocation, terminal: Terminal) {
  const { print, signal } = terminal
  const { client } = await openEither(terminal.say, given.text('client-id'), { maxAttempts: 3 })
  const webhook = await findWebhook(client, given.text('webhook'), signal)
  const flightId = given.text('flight')
  const told = flightId === undefined ? { signal } : { signal, flightId }
  const { deliveryId, sequence } = await testWebhook(client, webhook.id, name, told)
  const delivery = await waitForAttempt(client, webhook.id, deliveryId, signal)
  const attempt = delivery?.attempts[0]
  const isDelivered = delivery?.status === 'delivered'
  if (given.isSet('json'))
    print(JSON.stringify({ sentBy: 'the service', url: webhook.url, sequence, deliveryId, ...attempt }))
  else if (!attempt)
    print(`The service will send a test event ${name} (number ${sequence}) to ${webhook.url}; not yet tried.`)
  else {
    const answer = attempt.httpStatus ?? '---'
    const outcome = isDelivered ? '' : `, ${attempt.error ?? 'not taken'}; it is tried again`
    print(
      `The service has sent a test event ${name} (number ${sequence}) to ${webhook.url}: ${answer}  ${attempt.latencyMs} ms${outcome}`,
    )
  }
  return isDelivered ? exitCodes.done : exitCodes.failed
}

export async function findWebhook(
  client: Client,
  id: string | undefined,
  signal: AbortSignal,
): Promise<Webhook> {
  const webhooks = await listWebhooks(client, { signal }).all()
  const [webhook, another] =
    id === undefined
      ? webhooks.filter(({ enabled }) => enabled)
      : webhooks.filter((webhook) => webhook.id === id)
  if (webhook && !another) return webhook
  if (another) throw new UsageError(askWhich(webhooks))
  throw new Error(
    id === undefined
      ? 'You have no webhook that is enabled. With --forward URL a sample is sent from this machine.'
      : `You have no webhook ${id}.`,
  )
}

function askWhich(webhooks: Webhook[]): string[] {
  const lines = webhooks.filter(({ enabled }) => enabled).map(({ id, url }) => `  --webhook ${id}  ${url}`)
  return ['You have several webhooks. Say which one:', ...lines]
}

/** Undefined when there was none in time. */
async function waitForAttempt(
  client: Client,
  webhook: string,
  delivery: string,
  signal: AbortSignal,
): Promise<WebhookDelivery | undefined> {
  const giveUpAt = performance.now() + PATIENCE_MS
  while (performance.now() < giveUpAt) {
    await sleep(LOOK_MS, undefined, { signal })
    const { value: newest } = await listDeliveries(client, webhook, {}, { signal }).pages().next()
    const found = newest?.data.find(({ id }) => id === delivery)
    if (found && found.attempts.length > 0) return found
  }
  return undefined
}
