// How busy the database is: its connections, and the replicas. None on SQLite.

export interface PoolFigures {
  readonly name: string
  /** Borrowed connections, idle ones, and callers that wait for one. */
  readonly busy: number
  readonly idle: number
  readonly waiting: number
}

export interface ReplicaFigures {
  readonly name: string
  /** False: it is gone, was promoted, or is too far behind. */
  readonly isUsed: boolean
  /** NaN while it is gone. */
  readonly lagSeconds: number
  /** Reads that it has answered, and those that it left to the primary: it had not yet what their caller had written. */
  readonly answered: number
  readonly passedOn: number
}

export interface DatabaseFigures {
  pools(): PoolFigures[]
  /** The figures of DATABASE_REPLICAS. */
  replicas(): ReplicaFigures[]
}
