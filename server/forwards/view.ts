// Rows -> what is shown of them: never a credential.
import type { TSchema } from 'typebox'
import type {
  Destination as DestinationView,
  DestinationFilter,
  Forward as ForwardView,
  KindField,
  KindOffer,
  SourceFile as SourceFileView,
} from '#contract/forwards/destinations.ts'
import type { DestinationState, KindName } from '#contract/forwards/words.ts'
import type { ListedForward } from './forwards-store.ts'
import type { Kind } from './kinds/kind.ts'
import { findKind, type ForwardServices, listKinds } from './sources.ts'
import type { SourceFile } from './sending/source-files.ts'
import type { CountedDestination, StoredState } from './store.ts'

type Viewing = Pick<ForwardServices, 'config' | 'kinds' | 'mail'>

const toText = (ms: number) => new Date(ms).toISOString()
const toTextOrNull = (ms: number | null) => (ms === null ? null : toText(ms))

const toState = (services: Viewing, kind: KindName, state: StoredState): DestinationState =>
  findKind(services, kind) ? state : 'ended'

export function toDestinationView(services: Viewing, row: CountedDestination): DestinationView {
  const state = toState(services, row.kind, row.state)
  const isSending = state === 'active' || state === 'needs_you'
  return {
    id: row.id,
    kind: row.kind,
    isSource: row.is_source,
    label: row.label,
    settings: JSON.parse(row.settings) as Record<string, unknown>,
    filter: JSON.parse(row.filter) as DestinationFilter,
    state,
    words: row.words,
    failingSince: toTextOrNull(row.failing_since),
    nextTryAt: isSending && (row.waiting > 0 || row.is_source) ? toTextOrNull(row.due_at) : null,
    waiting: row.waiting,
    delivered: row.delivered,
    failed: row.failed,
    lastDeliveredAt: toTextOrNull(row.last_delivered_at),
    createdAt: toText(row.created_at),
  }
}

/** A flight is tried when both it and its destination are due. */
export function toForwardView(services: Viewing, row: ListedForward): ForwardView {
  const destinationState = toState(services, row.kind, row.destination_state)
  const dueAt = row.next_try_at === null ? null : Math.max(row.next_try_at, row.destination_due_at ?? 0)
  return {
    id: row.id,
    flightId: row.flight_id,
    destinationId: row.destination_id,
    kind: row.kind,
    label: row.label,
    destinationState,
    state: row.state,
    foreignId: row.foreign_id,
    link: row.link,
    words: row.words,
    tries: row.tries,
    triedAt: toTextOrNull(row.tried_at),
    nextTryAt: destinationState === 'active' ? toTextOrNull(dueAt) : null,
    createdAt: toText(row.created_at),
  }
}

export function toSourceFileView(file: SourceFile): SourceFileView {
  const isOpen = file.import_id !== null || file.again_at !== null
  return {
    path: file.path,
    state: isOpen ? 'waiting' : file.words === null ? 'stored' : 'refused',
    words: file.words,
    takenAt: toText(file.taken_at),
    nextTryAt: toTextOrNull(file.again_at),
  }
}

export function listOffers(services: Viewing): KindOffer[] {
  return listKinds(services).map(([name, kind]) => ({
    kind: name,
    canBeSource: kind.source !== undefined,
    isLeague: kind.isLeague,
    deadlineDays: kind.deadlineDays,
    perHour: kind.perHour ?? null,
    fields: listFields(kind),
  }))
}

function listFields({ settings, credential }: Kind): KindField[] {
  return [...toFields('settings', settings), ...toFields('credential', credential)]
}

/** JSON Schema's keywords, as far as forms need them. */
interface Member {
  type?: unknown
  format?: string
  enum?: unknown[]
  maxLength?: number
  examples?: (string | number | boolean)[]
}

function toFields(part: KindField['part'], schema: TSchema): KindField[] {
  const { properties = {}, required = [] } = schema as unknown as {
    properties?: Record<string, Member>
    required?: string[]
  }
  return Object.entries(properties).map(([name, member]) => ({
    name,
    part,
    type: toFieldType(member),
    isRequired: required.includes(name),
    maxLength: member.maxLength ?? null,
    choices: (member.enum ?? []).map(String),
    example: member.examples?.[0] === undefined ? null : String(member.examples[0]),
  }))
}

function toFieldType({ type, format, enum: choices }: Member): KindField['type'] {
  if (choices) return 'choice'
  if (type === 'boolean' || type === 'integer') return type
  if (format === 'uri') return 'url'
  return format === 'email' ? 'email' : 'text'
}

/** The names of settings that are addresses to connect to. */
export function listAddresses({ settings }: Kind): string[] {
  return toFields('settings', settings).flatMap(({ name, type }) => (type === 'url' ? name : []))
}
