// Keys of a bucket.

export interface S3Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export interface Loaded {
  keys: S3Keys
  /** Undefined: never. */
  expiresAt: number | undefined
}
