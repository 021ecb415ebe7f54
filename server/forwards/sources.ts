// Parts of other features that forwards read: flights and their files.
import type { KindName } from '#contract/forwards/words.ts'
import type { ForwardableFlight, Which } from '#server/events/pilots-flights.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { Kind, OutgoingFlight } from './kinds/kind.ts'
import type { Kinds } from './kinds/kinds.ts'

/** From a folder that is watched; without its bytes where they are not taken, with the reason. */
export type IncomingFile = { name: string; bytes: Uint8Array } | { name: string; reason: string }

/** refused: for good; again: it may be stored another time, as when the pilot's storage is full. */
export interface FileOutcome {
  readonly state: 'stored' | 'refused' | 'again' | 'waiting'
  readonly reason: string | null
}

export interface ForwardServices extends Services {
  readonly kinds: Kinds
  readonly forwardable: {
    list(sql: Sql, ownerId: string, which: Which): Promise<ForwardableFlight[]>
    /** Undefined when it is gone. */
    read(ownerId: string, id: string): Promise<OutgoingFlight | undefined>
    /**
     * Acknowledged when it returns the id of the import, which goes on by itself. Throws when the pilot has too many under
     * way.
     */
    take(ownerId: string, label: string, files: readonly IncomingFile[]): Promise<string>
    /** Whether the pilot's storage is not full. */
    hasRoom(ownerId: string): Promise<boolean>
    /** The outcomes of its files so far, by name; none when nothing is known of the import any more. */
    outcomes(ownerId: string, importId: string): Promise<ReadonlyMap<string, FileOutcome>>
  }
}

type Offering = Pick<ForwardServices, 'config' | 'kinds' | 'mail'>

/** Kinds that this installation forwards to. */
export function listKinds({ config, kinds, mail }: Offering): [KindName, Kind][] {
  const isOn = (name: string) =>
    !config.forwards.kindsOff.includes(name) && (name !== 'email' || mail.isConfigured)
  return (Object.entries(kinds) as [KindName, Kind][]).filter(([name]) => isOn(name))
}

export function findKind(services: Offering, wanted: string): Kind | undefined {
  return listKinds(services).find(([name]) => name === wanted)?.[1]
}
