// Internal to the dashboard; may change with any release.
// For users whom OPERATORS names, with a recent proof: GET /app/api/admin/:list, POST /app/api/admin/:action with the
// options of the operator's command as strings. Times are ISO 8601, as the commands print them.

/** GET status: as `admin status` prints it. */
export interface OperatorStatus {
  version: string
  database: string
  location: string
  migrations: number
  users: number
  work: OperatorWork[]
}

/** GET work: each kind of background work. Null: it has no such figure. */
export interface OperatorWork {
  name: string
  waiting: number | null
  running: number | null
  failed: number | null
  oldestAt: string | null
  donePerMinute: number
  lastError: string | null
  lastFailedAt: string | null
  lastRanAt: string | null
  pausedAt: string | null
  /** Of a change of many rows that is under way. */
  progress: { done: number; of: number; at: string } | null
  canPause: boolean
  canRetry: boolean
}

/** GET checks: as `admin doctor --json` prints them. */
export interface OperatorChecks {
  /** The worst of them: all well, look here, act now. */
  state: CheckState
  checks: OperatorCheck[]
}

export type CheckState = 'well' | 'look' | 'act'

export interface OperatorCheck {
  check: string
  state: CheckState
  sentence: string
  cause?: string
  remedy?: string
}

/** GET users?email=PART: as `admin user list` prints them, the newest 100. */
export interface OperatorUser {
  id: string
  email: string
  name: string | null
  emailVerified: boolean
  createdAt: string
  disabledAt: string | null
}

/** GET applications?owner=EMAIL. */
export interface OperatorApplication {
  client_id: string
  name: string
  /** Null: it comes with the service. */
  owner: string | null
  type: string
  createdAt: string
  disabledAt: string | null
  disabledByOperator: boolean
  /** Null: the service's default; 0: none. */
  limits: { requests: number | null; uploads: number | null }
}

/** GET suggestions: names of take-offs that pilots suggest, the longest waiting first. */
export interface OperatorSuggestion {
  id: string
  name: string
  country: string
  latitude: number
  longitude: number
  /** The nearest known take-off within a kilometre. */
  nearest: { name: string; metres: number } | null
  suggestedAt: string
}

/** GET failures: webhooks with failed deliveries, most of them first. */
export interface OperatorFailure {
  webhook: string
  url: string
  owner: string
  failed: number
  lastAt: string
  lastError: string | null
  enabled: boolean
}

/** GET mail. */
export interface OperatorMail {
  /** Without one, emails are written to the data folder instead. */
  hasMailServer: boolean
  emails: OperatorEmail[]
}

export interface OperatorEmail {
  id: string
  to: string
  subject: string
  writtenAt: string
  attempts: number
  nextAttemptAt?: string
  failedAt?: string
  lastError: string | null
}

/** GET backups. */
export interface OperatorBackups {
  /** BACKUP_DIR; null: no backups are made. */
  folder: string | null
  backups: { name: string; madeAt: string; bytes: number }[]
}

/** GET fetches: data of others that the service can bring, and how far that is. */
export interface OperatorFetches {
  sites: {
    host: string
    /** Squares of one degree that flights began in. */
    squares: number
    /** Sites that are listed, from wherever they are. */
    listed: number
    /** Squares still to be asked for, and why the last question failed; null when nothing is wanted. */
    waiting: number | null
    lastError: string | null
  }
  heights: {
    host: string
    /** Own: of the operator's files. Set: by TERRAIN=auto. */
    state: 'off' | 'on' | 'set' | 'own'
    /** Squares of one degree that flights touch; those of the newest flights where there are many. */
    squares: number
    megabytes: number
    maxMegabytes: number
    waiting: number | null
    lastError: string | null
  }
}
