// What a route says about the body it takes, beyond the small JSON or form that every route may.

declare module 'fastify' {
  interface FastifyContextConfig {
    body?: BodyKind
  }
}

/**
 * upload: one file, held in memory, of a sender who is known. unsigned: the same, but only the body names the sender.
 * archive: many files, written to the disk as they come.
 */
export type BodyKind = 'upload' | 'unsigned' | 'archive'
