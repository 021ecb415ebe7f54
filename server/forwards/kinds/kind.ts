// A kind of destination: how a service of others takes a flight. A kind is code, a destination is a row.
import type { Static, TSchema } from 'typebox'
import type { Language } from '#language/preferences.ts'

export interface Kind<Settings extends TSchema = TSchema, Credential extends TSchema = TSchema> {
  /**
   * Members that a pilot enters and reads again: address, folder … Texts, numbers, booleans and choices (`Type.Enum`). One
   * with `format: 'uri'` is an address that is checked when it is saved and when it is connected to.
   */
  readonly settings: Settings
  /** Members that are sealed and never shown again; an empty object where there is nothing to keep. */
  readonly credential: Credential
  /**
   * The service's own address. Requests, and the credential with them, go to its origin alone; another one asks for the
   * credential again, and so does a path that is not below this one. Null: by mail.
   */
  address(settings: Static<Settings>): string | null
  /**
   * How a flight that may have arrived is not there twice. look: each `send` looks for it before it writes. answer: a copy is
   * answered in words or numbers that `classify` calls a duplicate. message: each try has the same Message-ID, by which programs
   * for mail know a copy.
   */
  readonly doubles: 'look' | 'answer' | 'message'
  /** A league publishes flights: private ones are never sent to it. */
  readonly isLeague: boolean
  /** For how many days after the flight the service takes it; null: for ever. */
  readonly deadlineDays: number | null
  /** Where the service takes only so many flights an hour from one sender: the pilots of the installation share them. */
  readonly perHour?: number
  /** Signs in and sends no flight: `delivered` when flights can follow. */
  check(door: Door, place: Place<Static<Settings>, Static<Credential>>): Promise<Outcome>
  /** The answer that decides; a service that needs several requests gets them here. */
  send(
    door: Door,
    place: Place<Static<Settings>, Static<Credential>>,
    flight: OutgoingFlight,
  ): Promise<Answer>
  classify(answer: Answer): Outcome
  /** For a folder that may also be watched for files to import. Nothing is changed there. */
  readonly source?: {
    /** Whether the folder is there and may be read. */
    check(door: Door, place: Place<Static<Settings>, Static<Credential>>): Promise<Outcome>
    list(door: Door, place: Place<Static<Settings>, Static<Credential>>): Promise<Listing>
    read(
      door: Door,
      place: Place<Static<Settings>, Static<Credential>>,
      path: string,
      maxBytes: number,
    ): Promise<Answer>
  }
}

/** `delivered` with all flights of a folder; otherwise with none. */
export interface Listing {
  readonly outcome: Outcome
  readonly files: readonly ListedFile[]
}

export interface ListedFile {
  /** In the folder, decoded. */
  readonly path: string
  /** Differs when the file does: its ETag, or else its time and size. */
  readonly mark: string
  /** Null where the service does not say. */
  readonly bytes: number | null
}

/** A destination as its kind sees it. */
export interface Place<Settings = unknown, Credential = unknown> {
  readonly settings: Settings
  readonly credential: Credential
  /** The pilot's, for texts that people read. */
  readonly language: Language
  /** The pilot's own address; null while it is not confirmed. */
  readonly pilotEmail: string | null
  /** By mail: its reader has ended it. */
  readonly isUnwanted?: boolean
  /** Where the pilot waits for a check: whether its reader may be mailed a code. Each is counted; a worker never asks. */
  readonly mayAskReader?: (address: string) => Promise<boolean>
}

/**
 * delivered: taken now; duplicate: it was there already; refused: for good, by a rule of the service; credential: the
 * service does not let the pilot in, missing: there is nothing at the address: with both the pilot must act; later: the service has no time, or cannot be reached; unknown: an answer that the kind does not know, tried
 * again like `later`.
 */
export type Result = 'delivered' | 'duplicate' | 'refused' | 'credential' | 'missing' | 'later' | 'unknown'

export const needsPilot = (result: Result) => result === 'credential' || result === 'missing'

export interface Outcome {
  readonly result: Result
  readonly foreignId?: string | undefined
  /** Where the pilot sees the flight there. */
  readonly link?: string | undefined
  /** The service's own words; the first 1 KiB is kept. */
  readonly words?: string | undefined
  readonly retryAfterMs?: number | undefined
}

export interface Answer {
  /** Of HTTP or, for mail, of SMTP; null when there was no answer. */
  readonly status: number | null
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** As UTF-8: at most 64 kB, or as much as the request allows. */
  readonly body: string
  /** The body as it came, where the request has set `maxBytes`. */
  readonly bytes?: Uint8Array | undefined
  /** Set by the kind itself: the service's headers say nothing of the flight. */
  readonly known?: Known
  /** Why there was no answer, for people to read. */
  readonly error: string | null
  /** As Retry-After asks; 0 without it. */
  readonly retryAfterMs: number
}

export interface Known {
  readonly foreignId?: string
  readonly link?: string
  /** It was there before this try. */
  readonly wasThere?: boolean
}

export interface DoorRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** How much of the answer is read; the rest is left out. */
  readonly maxBytes?: number
}

export interface DoorMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachment?: { readonly fileName: string; readonly bytes: Uint8Array }
  /** Without a domain. The same with every try: mail servers and programs know a copy by it. */
  readonly messageId: string
  /** Where an answer to it goes. */
  readonly replyTo?: string | undefined
}

/** The only way out: the service's own origin, checked addresses, https, no redirects, one deadline for all requests of a try, answers of 64 kB. */
export interface Door {
  /** Never throws for what the service does: then the answer's status is null. */
  request(request: DoorRequest): Promise<Answer>
  mail(mail: DoorMail): Promise<Answer>
  /** A code that a pilot knows only from a reader of mail to this address: the same for the same pilot and address. */
  codeFor(address: string): string
  /** By which a reader of mail to this address ends that of this pilot. */
  linkToEnd(address: string): string
}

/** The stored bytes as they came, and facts that a form may ask for. */
export interface OutgoingFlight {
  readonly id: string
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly hash: string
  readonly bytes: Uint8Array
  readonly fileName: string
  /** The local day, as YYYY-MM-DD. */
  readonly date: string
  readonly pilot: string | null
  readonly glider: string | null
  readonly gliderClass: string | null
  readonly comment: string | null
  readonly distanceKm: number
}
