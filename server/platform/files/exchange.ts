// One HTTP exchange with a store or with who gives its credentials, bounded in time and in size.
import { startDeadline } from '../concurrency/deadline.ts'
import { describeTimeout } from '../outgoing/failures.ts'
import { openRequest, readAnswer } from '../outgoing/request.ts'

export interface Exchange {
  method: string
  headers?: Record<string, string>
  body?: Uint8Array | undefined
  /** For everything, from connecting to the last byte of the answer. */
  timeoutMs: number
  maxBytes: number
}

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

export async function exchange(url: URL, { timeoutMs, maxBytes, ...sent }: Exchange): Promise<Answer> {
  const { signal, end } = startDeadline(timeoutMs)
  try {
    const response = await openRequest(url, { ...sent, signal })
    const tooLong = () => new Error(`the answer is longer than ${maxBytes} bytes`)
    const body = await readAnswer(response, maxBytes, tooLong)
    return { status: response.statusCode ?? 0, body }
  } catch (error) {
    throw signal.aborted ? new Error(describeTimeout(timeoutMs), { cause: error }) : error
  } finally {
    end()
  }
}
