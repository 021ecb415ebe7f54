// A request of the sweep, and what it may name.
import type { Ids, Person } from './world.ts'

export interface Sent {
  query?: string
  json?: unknown
  form?: Record<string, string>
  /** The page whose form it is: its hidden fields and cookies are sent, too. */
  page?: string
  bytes?: Uint8Array
  headers?: Record<string, string>
}

export interface Asked {
  me: Person
  own: Ids
  /** Of the stranger; in the world without one the same ids are those of nothing. */
  strange: Ids
  strangeEmail: string
}

export type Input = (asked: Asked) => Sent[] | Promise<Sent[]>
