// Fetches a pilot's files from a service of others, on the pilot's own machine, one after the other, and imports each.
//
//   listed there ── noted here: handled in an earlier run ── fetched ── its hash is known here ── imported ── noted
//
// Killed at any point, the next run goes on: a file without a note is fetched again, and known by its hash.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  ApiError,
  type Client,
  getFlight,
  type Import,
  importFlights,
  InsufficientScopeError,
  NotFoundError,
} from '../../sdk/index.ts'
import { openAccount } from '../account/account.ts'
import { stateFolder } from '../account/places.ts'
import { type Invocation, type Terminal, UsageError } from '../command.ts'
import type { Outcome } from '../outcome.ts'
import { Spool } from '../watch/spool.ts'
import { readPassword } from './password.ts'
import { type ForeignFile, type Service, services } from './services.ts'
import { createVisit, type Visit, VisitError } from './visit.ts'

/** So many in a row, and the service is left alone: the others would fail, too. */
const MAX_LOST = 3

interface Trip {
  client: Client
  visit: Visit
  glider: string | undefined
  signal: AbortSignal
}

export async function importFrom(name: string, given: Invocation, terminal: Terminal): Promise<Outcome[]> {
  const { service, address, user } = readTrip(name, given)
  const { client, account } = await openAccount(terminal.say)
  const password = service.isPublic ? '' : await readPassword(new URL(address).host, terminal)
  const visit = createVisit(address, terminal)
  const files = await service.list(visit, user, password)
  const spool = new Spool(join(stateFolder, account.id))
  const noteOf = ({ id }: ForeignFile) => digest(JSON.stringify([name, address, id]))
  const isHandled = await Promise.all(files.map((file) => spool.isDone(noteOf(file))))
  const left = given.isSet('again') ? files : files.filter((_, index) => !isHandled[index])
  const handled = files.length - left.length
  terminal.say(
    `${files.length} files are there${handled > 0 ? `, ${handled} of them from an earlier run` : ''}.`,
  )
  const trip: Trip = { client, visit, glider: given.text('glider'), signal: terminal.signal }
  const all: Outcome[] = []
  for (const file of left) {
    const outcome = await fetchOne(trip, file)
    all.push(outcome)
    terminal.print(given.isSet('json') ? JSON.stringify(outcome) : describe(outcome))
    const { result, message } = outcome
    if (result !== 'failed')
      await spool.finish(noteOf(file), { name: file.name, result, ...(message !== undefined && { message }) })
    if (!isLeftAlone(all)) continue
    terminal.say('The rest is left for another time: the same command goes on with it.')
    break
  }
  return all
}

const isLeftAlone = (all: readonly Outcome[]) =>
  all.length >= MAX_LOST && all.slice(-MAX_LOST).every(({ result }) => result === 'failed')

function readTrip(name: string, given: Invocation): { service: Service; address: string; user: string } {
  const service = Object.hasOwn(services, name) ? services[name] : undefined
  if (!service) throw new UsageError(`--from must be ${Object.keys(services).join(', ')}, not "${name}".`)
  if (given.words.length > 0) throw new UsageError('Either files, or --from.')
  const address = given.text('at') ?? service.address
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' }
  const isOwn = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isOwn))
    throw new UsageError(`--at must be an address that begins with https://, not "${address}".`)
  const user = given.text('user')
  if (!user) throw new UsageError(`--user is missing: ${service.user}.`)
  return { service, address, user }
}

async function fetchOne(trip: Trip, { name, path }: ForeignFile): Promise<Outcome> {
  const { client, visit, glider, signal } = trip
  try {
    const { status, body } = await visit(path)
    if (status === 404)
      return { file: name, result: 'refused', message: 'The service has no file of this flight.' }
    // A page in place of a file is a sign-in that has ended, or a service at rest.
    if (/^\s*</.test(body.toString('latin1', 0, 100)))
      throw new VisitError('The service answers with a page instead of the file.')
    if (await isThere(client, digest(body), signal)) return { file: name, result: 'known' }
    const options = { filename: name, signal, ...(glider !== undefined && { gliderName: glider }) }
    return describeImport(name, await importFlights(client, body, options))
  } catch (error) {
    signal.throwIfAborted()
    const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 413)
    // Anything else concerns all files: the command ends.
    if (!isRefused && !(error instanceof VisitError)) throw error
    return { file: name, result: isRefused ? 'refused' : 'failed', message: error.message }
  }
}

/** A credential that may not read sends the file, and is told. */
async function isThere(client: Client, hash: string, signal: AbortSignal): Promise<boolean> {
  return getFlight(client, hash, { signal }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotFoundError || error instanceof InsufficientScopeError) return false
      throw error
    },
  )
}

/** A file with several recordings is several flights. */
function describeImport(file: string, { entries, counts }: Import): Outcome {
  const message = entries.find(({ reason }) => reason)?.reason ?? undefined
  const result =
    counts.failed > 0 ? 'failed' : counts.new > 0 ? 'new' : counts.duplicate > 0 ? 'known' : 'refused'
  return { file, result, ...(message !== undefined && { message }) }
}

const describe = ({ file, result, message }: Outcome) =>
  `${file}: ${result}${message === undefined ? '' : `, ${message}`}`

const digest = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
