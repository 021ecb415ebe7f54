// Written by scripts/sdk/types.ts from contract/; not by hand.

export type FlightUploaded = {
  event: 'flight.uploaded'
  /** When it happened. */
  occurredAt: string
  user: {
    /** The id of the user who owns the flight. */
    id: string
  }
  flight: {
    /** The id of the flight. */
    id: string
    /** SHA-256 of the uploaded bytes, in hexadecimal. */
    hash: string
    /** The local date at take-off. */
    date: string | null
    /** Scored distance in kilometres. */
    distance: number | null
    /** Points. */
    score: number | null
    /** One of: Free Flight, Straight Distance, Free Triangle, FAI Triangle, Closed Free Triangle, Closed FAI Triangle, Out and Return, None. By the rules of XContest there is no Straight Distance and no Out and Return. */
    type: string | null
    /** Make and model of the glider. */
    gliderType: string | null
    /** Time from take-off to landing, in seconds. */
    durationSeconds: number | null
  }
}

export type FlightUpdated = {
  event: 'flight.updated'
  /** When it happened. */
  occurredAt: string
  user: {
    /** The id of the user who owns the flight. */
    id: string
  }
  flight: {
    /** The id of the flight. */
    id: string
    /** SHA-256 of the uploaded bytes, in hexadecimal. */
    hash: string
    /** The local date at take-off. */
    date: string | null
    /** Scored distance in kilometres. */
    distance: number | null
    /** Points. */
    score: number | null
    /** One of: Free Flight, Straight Distance, Free Triangle, FAI Triangle, Closed Free Triangle, Closed FAI Triangle, Out and Return, None. By the rules of XContest there is no Straight Distance and no Out and Return. */
    type: string | null
    /** Make and model of the glider. */
    gliderType: string | null
    /** Time from take-off to landing, in seconds. */
    durationSeconds: number | null
  }
}

export type FlightDeleted = {
  event: 'flight.deleted'
  /** When it happened. */
  occurredAt: string
  user: {
    /** The id of the user who owns the flight. */
    id: string
  }
  flight: {
    /** The id that the flight had. */
    id: string
    /** SHA-256 of the uploaded bytes, in hexadecimal. */
    hash: string | null
  }
}

export type ConnectionEnded = {
  event: 'connection.ended'
  /** When it happened. */
  occurredAt: string
  user: {
    /** The id of the user who was connected. */
    id: string
  }
  connection: {
    /** The client_id of the application. */
    applicationId: string
    /** withdrawn: the pilot disconnected the application; dropped: the application did so itself; account_deleted: the pilot deleted the account. */
    reason: 'withdrawn' | 'dropped' | 'account_deleted'
  }
}
