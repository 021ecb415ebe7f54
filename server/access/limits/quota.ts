/** A caller's allowance in one window; 0 is no limit. */
export interface Quota {
  readonly windowMs: number
  readonly requests: number
  readonly uploads: number
}

export interface Count {
  /** When the window ends, milliseconds since 1970. */
  endsAt: number
  /** Used in this window, including this request unless it was refused. */
  requests: number
  uploads: number
  /** A refused request is not counted. */
  isRefused: boolean
}
