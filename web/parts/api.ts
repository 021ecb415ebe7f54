// The client of the endpoints under /app/api. Every failure becomes a sentence that a page can show.

import type { ErrorBody, RateLimitedBody } from '#contract/errors.ts'
import type { UploadResult, UploadFields } from '#contract/flight.ts'
import type { DashboardErrorCode } from '#dashboard/errors.ts'
import { texts } from '../language/texts.ts'
import { noteAnswer } from './offline/kept.ts'
import { askForProof } from './proof/proof.ts'

/** The error that the server answered with; status 0 when it could not be reached. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  /** For 429: when the next request is served. */
  readonly retryAfterSeconds: number | undefined
  constructor(status: number, code: string, message: string, retryAfterSeconds?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Without a sign-in, on a page that needs none: the server says so in the page. */
export const isVisitor = () => 'visitor' in document.documentElement.dataset

/** Visitors are answered at another address, but for the map, which everyone may have. */
export const addressOf = (path: string) =>
  `${isVisitor() && !path.startsWith('/map?') ? '/visit' : '/app/api'}${path}`

/** A request that needs a recent proof of who is signed in is repeated once the user has given one. */
export async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  try {
    return await requestOnce<Answer>(method, path, body)
  } catch (error) {
    if (isRefusedWith(error, 'review_required')) leaveTo('/review-access')
    if (!isRefusedWith(error, 'confirmation_required') || !(await askForProof())) throw error
    return requestOnce<Answer>(method, path, body)
  }
}

function isRefusedWith(error: unknown, code: DashboardErrorCode): boolean {
  return error instanceof Problem && error.code === code
}

async function requestOnce<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const isFile = body instanceof Blob || body instanceof FormData
  const init: RequestInit = { method, credentials: 'same-origin' }
  if (body !== undefined) init.body = isFile ? body : JSON.stringify(body)
  if (body !== undefined && !isFile) init.headers = { 'content-type': 'application/json' }
  let response: Response
  try {
    response = await fetch(addressOf(path), init)
  } catch {
    throw unreachable(method === 'GET' ? texts.shell.unreachable : texts.shell.needsNetwork)
  }
  noteAnswer(response)
  if (response.status === 401) leaveTo('/sign-in')
  if (!response.ok) throw toProblem(response.status, await response.json().catch(() => null))
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

export const get = <Answer>(path: string) => request<Answer>('GET', path)
export const post = <Answer>(path: string, body?: unknown) => request<Answer>('POST', path, body ?? {})
export const patch = <Answer>(path: string, body: unknown) => request<Answer>('PATCH', path, body)
export const remove = (path: string, body?: unknown) => request<void>('DELETE', path, body)

function unreachable(sentence: string): Problem {
  return new Problem(0, 'unreachable', sentence)
}

/** The body is null when it is no JSON: something in front of the service has answered. */
function toProblem(status: number, body: Partial<ErrorBody & RateLimitedBody> | null): Problem {
  const seconds = body?.retryAfter
  const sentence = seconds === undefined ? texts.shell.failed(status) : texts.shell.tooMany(seconds)
  return new Problem(status, body?.error ?? 'server_error', body?.error_description ?? sentence, seconds)
}

/** To a page of the server that leads back here. */
function leaveTo(path: '/sign-in' | '/review-access'): void {
  const here = location.pathname + location.search
  location.assign(`${path}?return_to=${encodeURIComponent(here)}`)
}

/** Uploads a file; `onProgress` gets the share sent so far, from 0 to 1. */
export function uploadFile<Answer = { data: UploadResult }>(
  path: string,
  file: File,
  { flight_date }: Pick<UploadFields, 'flight_date'>,
  onProgress: (share: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const form = new FormData()
    form.append('file', file)
    if (flight_date !== undefined) form.append('flight_date', flight_date)
    const transfer = new XMLHttpRequest()
    transfer.open('POST', `/app/api${path}`)
    transfer.responseType = 'json'
    transfer.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    transfer.addEventListener('load', () => {
      if (transfer.status === 401) leaveTo('/sign-in')
      if (transfer.status < 300 && transfer.response) resolve(transfer.response)
      else reject(toProblem(transfer.status, transfer.response))
    })
    transfer.addEventListener('error', () => reject(unreachable(texts.shell.needsNetwork)))
    transfer.send(form)
  })
}
