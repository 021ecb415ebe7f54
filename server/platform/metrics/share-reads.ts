const KEEP_MS = 1_000

/**
 * Several callers within a second get the answer to one question: what is asked for often costs no more than that. A
 * failure is for those who asked at the same time only.
 */
export function shareReads<Answer>(read: () => Promise<Answer>, keepMs = KEEP_MS): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let isPending = false
  return () => {
    if (answer && (isPending || performance.now() - askedAt < keepMs)) return answer
    askedAt = performance.now()
    isPending = true
    answer = read()
      .catch((error: unknown) => {
        askedAt = Number.NEGATIVE_INFINITY
        throw error
      })
      .finally(() => (isPending = false))
    return answer
  }
}
