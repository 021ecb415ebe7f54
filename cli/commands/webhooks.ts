import { type Client, createWebhook, listWebhooks, replayDeliveries, type Webhook } from '../../sdk/index.ts'
import { openEither } from '../account/application.ts'
import { type Command, exitCodes, type Invocation, type Terminal, UsageError } from '../command.ts'
import { readEvents, readWebAddress } from '../listen/words.ts'
import { toTable } from '../terminal/table.ts'
import { findWebhook } from './trigger.ts'

type Action = (given: Invocation, terminal: Terminal, open: () => Promise<Client>) => Promise<number>

const actions: Record<string, Action> = {
  async list(given, { print, signal }, open) {
    const webhooks = await listWebhooks(await open(), { signal }).all()
    if (given.isSet('json')) print(JSON.stringify(webhooks))
    else print(...describe(webhooks))
    return exitCodes.done
  },
  async create(given, { print, say, signal }, open) {
    const [, address] = given.words
    if (address === undefined) throw new UsageError('At which address is it?')
    const url = readWebAddress('URL', address)
    const events = readEvents(given)
    const registration = events === undefined ? { url } : { url, events }
    const created = await createWebhook(await open(), registration, { signal })
    if (given.isSet('json')) print(JSON.stringify(created))
    else print(`${created.id}  ${url}`, `Its secret: ${created.secret}`)
    say('Keep the secret: it is not shown again.')
    return exitCodes.done
  },
  async replay(given, { print, signal }, open) {
    const [, id] = given.words
    const since = given.text('since')
    const deliveryId = given.text('delivery')
    if ((since === undefined) === (deliveryId === undefined))
      throw new UsageError('Which deliveries? --delivery ID, or --since TIME.')
    const client = await open()
    const webhook = await findWebhook(client, id, signal)
    const which = deliveryId === undefined ? { since: readTime(since ?? '') } : { deliveryId }
    const { replayed } = await replayDeliveries(client, webhook.id, which, { signal })
    print(given.isSet('json') ? JSON.stringify({ replayed }) : `${replayed} will be sent again.`)
    return exitCodes.done
  },
}

export const webhooks: Command = {
  about: 'Lists and creates webhooks, and sends their events again. `trigger` tests them.',
  words: '[list] | create URL | replay [WEBHOOK]',
  completes: Object.keys(actions),
  options: {
    events: { type: 'string', value: 'NAMES', about: 'with create: only these, separated by commas' },
    delivery: { type: 'string', value: 'ID', about: 'with replay: this one' },
    since: { type: 'string', value: 'TIME', about: 'with replay: all that have failed since then' },
    'client-id': {
      type: 'string',
      value: 'ID',
      about: 'those of this application; its secret is in CLOUDSTREET_CLIENT_SECRET',
    },
    json: { type: 'boolean', about: 'as JSON' },
  },
  examples: [
    'cloudstreet webhooks',
    'cloudstreet webhooks create https://example.org/hook --events flight.uploaded,flight.deleted',
    'cloudstreet webhooks replay --since 2026-05-17T00:00:00Z',
  ],
  whenOutOfScope: [
    'With a key that has the scope webhooks:manage, made under Developers, Keys:',
    '  CLOUDSTREET_KEY=cst_key_… cloudstreet webhooks',
  ],
  run(given, terminal) {
    const [word = 'list'] = given.words
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined
    if (!action) throw new UsageError(`What? One of ${Object.keys(actions).join(', ')}.`)
    const open = async () =>
      (await openEither(terminal.say, given.text('client-id'), { maxAttempts: 3 })).client
    return action(given, terminal, open)
  },
}

function describe(webhooks: readonly Webhook[]): string[] {
  if (webhooks.length === 0) return ['There are no webhooks. cloudstreet webhooks create URL makes one.']
  const rows = webhooks.map(({ id, enabled, events, url }) => [
    id,
    enabled ? 'on' : 'off',
    events.join(','),
    url,
  ])
  return toTable(['webhook', '', 'events', 'url'], rows)
}

function readTime(text: string): string {
  const ms = Date.parse(text)
  if (Number.isNaN(ms))
    throw new UsageError(`--since must be a time such as 2026-05-17T00:00:00Z, not "${text}".`)
  return new Date(ms).toISOString()
}
