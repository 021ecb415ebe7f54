import type { Checks } from './checks/checks.ts'
import type { Readiness } from './checks/readiness.ts'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Files } from './files/file-store.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail/mail.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ResolveName } from './resolver.ts'
import type { Secrets } from './secrets.ts'

/** Tells the workers of this process that there may be events to deliver. Those of other nodes find them by polling. */
export interface EventSignal {
  notify(): void
  /** Gives the function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
}

/** The services of the process, built once in main and passed by hand; a function takes the part it uses. */
export interface Services {
  readonly config: Config
  /** The installation's secret, which signs sessions and encrypts webhook secrets: the first of `secrets`. */
  readonly secret: string
  /** Values that the others have signed and sealed are still valid, while they are being replaced. */
  readonly secrets: Secrets
  readonly db: Database
  /** When the database was last restored from an archive, in Unix seconds; 0: never. */
  readonly epoch: number
  /** Flights' files that are outside the database. */
  readonly files: Files
  readonly log: Log
  readonly mail: Mail
  readonly metrics: Metrics
  readonly eventSignal: EventSignal
  readonly resolveName: ResolveName
  readonly clock: Clock
  readonly checks: Checks
  readonly readiness: Readiness
  /** Milliseconds since 1970, by the clock; a test may set it. */
  readonly now: () => number
  /** Instead of scrypt; only a test gives one. */
  readonly passwordHashing?: PasswordHashing | undefined
  /** How long refusals take at least that must not tell whether an email has an account; only a test gives one. */
  readonly minResponseMs?: number | undefined
}
