// A door for kinds in tests: plain requests with a short time limit, and mail by SMTP.
import nodemailer from 'nodemailer'
import type { Answer, Door } from '#server/forwards/kinds/kind.ts'
import { hash } from 'node:crypto'

export function openDoor({ smtpUrl = 'smtp://127.0.0.1:1', timeoutMs = 10_000 } = {}): Door {
  return {
    request: async ({ method, url, headers, body, maxBytes = 65_536 }): Promise<Answer> => {
      try {
        const response = await fetch(url, {
          method,
          headers: { ...headers },
          ...(body && { body: body as BodyInit }),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, maxBytes)
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: Buffer.from(bytes).toString('utf8'),
          bytes,
          error: null,
          retryAfterMs: Number(response.headers.get('retry-after') ?? 0) * 1000,
        }
      } catch (error) {
        return { status: null, headers: {}, body: '', error: String(error), retryAfterMs: 0 }
      }
    },
    mail: async ({ attachment, ...mail }) => {
      try {
        await nodemailer.createTransport(smtpUrl).sendMail({
          from: 'cloudstreet@example.org',
          ...mail,
          ...(attachment && {
            attachments: [{ filename: attachment.fileName, content: Buffer.from(attachment.bytes) }],
          }),
        })
        return { status: 250, headers: {}, body: '', error: null, retryAfterMs: 0 }
      } catch (error) {
        const { responseCode, message } = error as { responseCode?: number; message: string }
        return { status: responseCode ?? null, headers: {}, body: message, error: message, retryAfterMs: 0 }
      }
    },
    codeFor: (address) => hash('sha256', address).slice(0, 8).toUpperCase(),
  }
}
