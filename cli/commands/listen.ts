import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { eventNames } from '../../contract/event-names.ts'
import { type Client, type CloudstreetEvent, getProfile, InsufficientScopeError } from '../../sdk/index.ts'
import { type Opened, openEither } from '../account/application.ts'
import { stateFolder } from '../account/places.ts'
import { type Command, exitCodes, type Invocation, readSeconds, type Terminal } from '../command.ts'
import { changesFeed, type Feed, type FeedEvent, findListeningWebhook, webhookFeed } from '../listen/feed.ts'
import { forward, type Forwarded } from '../listen/forward.ts'
import { listenTo } from '../listen/listener.ts'
import { openPosition } from '../listen/position.ts'
import { openSigningSecret, signingSecretFile } from '../listen/secret.ts'
import { readEvents, readWebAddress } from '../listen/words.ts'

const LOOK_MS = 2000

export const listen: Command = {
  about: 'Receives events without a public address, and forwards them signed like webhooks.',
  words: '[--forward URL]',
  options: {
    forward: { type: 'string', value: 'URL', about: 'where to; without it they are printed only' },
    events: {
      type: 'string',
      value: 'NAMES',
      about: 'only these, separated by commas',
      completes: eventNames,
    },
    since: { type: 'string', value: 'CURSOR', about: 'from there; start: from the beginning' },
    webhook: { type: 'string', value: 'ID', about: 'the events of this webhook, its tests too' },
    'client-id': {
      type: 'string',
      value: 'ID',
      about: 'the events of this application; its secret is in CLOUDSTREET_CLIENT_SECRET',
    },
    every: { type: 'string', value: 'SECONDS', about: 'how often to look; every 2 seconds by default' },
    secret: { type: 'string', value: 'SECRET', about: 'sign with this, now and later' },
    json: { type: 'boolean', about: 'one line of JSON for each event' },
  },
  examples: [
    'cloudstreet listen --forward http://localhost:3000/hook',
    'cloudstreet listen --forward http://localhost:3000/hook --events flight.uploaded,flight.deleted',
    'cloudstreet listen --since start --json',
    'CLOUDSTREET_CLIENT_SECRET=… cloudstreet listen --client-id 65f1c0de9a3b4c5d6e7f8091 --forward http://localhost:3000/hook',
  ],
  async run(given, terminal) {
    const wanted = readEvents(given)
    const address = given.text('forward')
    const url = address === undefined ? undefined : readWebAddress('forward', address)
    const secret = await openSigningSecret(given.text('secret'))
    const opened = await openEither(terminal.say, given.text('client-id'), { maxAwayMs: Infinity })
    const { open, name, place = name, last } = await findFeed(opened, url, given, terminal)
    const since = given.text('since')
    const position = await openPosition(
      join(stateFolder, opened.account.id, `listen-${toKey(place, url)}.json`),
      since === 'start' ? '' : since,
      () => open(opened.client).findEnd(terminal.signal),
      terminal.say,
    )
    // Restored from a backup, the service gives its numbers a second time.
    if (last !== undefined && Number(position.cursor) > last) await position.moveTo(String(last))
    terminal.say(`Listening to ${name}. Ctrl-C ends it; the next time goes on from there.`)
    if (url !== undefined) {
      terminal.say(`Forwarding to ${url}, signed with ${secret}`)
      terminal.say(`(the secret is kept in ${signingSecretFile})`)
    }
    const isJson = given.isSet('json')
    await listenTo({
      feed: open({ ...opened.client, maxAttempts: 1 }),
      position,
      lookMs: readSeconds(given, 'every', LOOK_MS),
      signal: terminal.signal,
      say: terminal.say,
      isWanted: ({ body }) => wanted === undefined || wanted.includes(body.event),
      take: (event) => takeEvent(event, { url, secret, isJson, terminal }),
    })
    terminal.say(`Stopped. To go on from here elsewhere: --since ${position.cursor || 'start'}`)
    return exitCodes.done
  },
}

/** Each receiver has its place in each feed. */
function toKey(feed: string, url: string | undefined): string {
  return createHash('sha256')
    .update(`${feed}\n${url ?? ''}`)
    .digest('hex')
    .slice(0, 16)
}

interface FoundFeed {
  open: (client: Client) => Feed
  /** For people. */
  name: string
  /** For the position, where a name may mean another feed one day. */
  place?: string
  /** The number of its last event, where that is known. */
  last?: number
}

async function findFeed(
  { client, account, isApplication }: Opened,
  url: string | undefined,
  given: Invocation,
  { signal, say }: Terminal,
): Promise<FoundFeed> {
  const webhook = given.text('webhook')
  if (webhook !== undefined)
    return { open: (its) => webhookFeed(its, webhook), name: `the events of webhook ${webhook}` }
  if (!isApplication) {
    const userId = await findUserId(client, signal, say)
    return { open: (its) => changesFeed(its, userId), name: `your flights at ${account.baseUrl}` }
  }
  const { id, isNew, lastSequence } = await findListeningWebhook(client, url ?? 'http://localhost/', signal)
  if (isNew) say(`The application has a new webhook ${id}, disabled: it keeps the events for 30 days.`)
  return {
    open: (its) => webhookFeed(its, id),
    name: `the events of application ${account.clientId}`,
    place: id,
    last: lastSequence,
  }
}

async function findUserId(client: Client, signal: AbortSignal, say: Terminal['say']) {
  try {
    return (await getProfile(client, { signal })).id
  } catch (error) {
    if (!(error instanceof InsufficientScopeError)) throw error
    say('Your key lacks profile:read: the events will name a user of zeros.')
    return '0'.repeat(24)
  }
}

interface Taking {
  url: string | undefined
  secret: string
  isJson: boolean
  terminal: Terminal
}

async function takeEvent(event: FeedEvent & { sequence: number }, taking: Taking): Promise<void> {
  const { url, secret, isJson, terminal } = taking
  const { print, say, signal } = terminal
  const line = describe(event.body)
  const result =
    url &&
    (await forward(event, {
      url,
      secret,
      signal,
      onRetry: ({ error, status }, waitMs) =>
        say(`${line}  ${status ?? '---'}  ${error}; again in ${(waitMs / 1000).toFixed(0)} s`),
    }))
  const { id, sequence, isTest, body } = event
  if (isJson)
    print(JSON.stringify({ id, sequence, test: isTest, ...body, ...(result && { answer: result }) }))
  else print(result ? `${line}  ${describeAnswer(result)}` : line)
}

function describe(body: CloudstreetEvent): string {
  const time = new Date().toTimeString().slice(0, 8)
  const subject = 'flight' in body ? body.flight.id : body.user.id
  return `${time}  ${body.event.padEnd(16)}  ${subject}`
}

export function describeAnswer({ status, latencyMs, error, attempts }: Forwarded): string {
  const times = attempts > 1 ? `, ${attempts} attempts` : ''
  if (error === undefined) return `${status}  ${latencyMs} ms${times}`
  return `${status ?? '---'}  ${latencyMs} ms, given up: ${error}${times}`
}
