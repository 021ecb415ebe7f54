// A real SMTP server on loopback, and what it has received.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  messageId: string
}

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string
  readonly received: ReceivedMail[]
  /** The next mail to an address, waited for; each is given once. */
  take(to: string): Promise<ReceivedMail>
}

export interface MailServerOptions {
  /** Any free one when absent. */
  port?: number
  /** Calls `accept` when 250 is to be answered; at once when absent. */
  answer?: (accept: () => void) => void
  /** Instead of 250: the status and the words of a refusal. */
  refuse?: () => { responseCode: number; message: string } | undefined
}

export async function startMailServer(
  context: { after: (close: () => Promise<void>) => void },
  options: MailServerOptions = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const waiting: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail = readMail(
          Buffer.concat(chunks).toString('utf8'),
          session.envelope.rcptTo[0]?.address ?? '',
        )
        const refusal = options.refuse?.()
        if (refusal) {
          done(Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }))
          return
        }
        received.push(mail)
        waiting.push(mail)
        if (options.answer) options.answer(done)
        else done()
      })
    },
  })
  // A client that was killed has reset its connection.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  context.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    take: async (to) => {
      for (let attempt = 0; attempt < 4800; attempt++) {
        const index = waiting.findIndex((mail) => mail.to === to)
        if (index >= 0) return waiting.splice(index, 1)[0] as ReceivedMail
        await sleep(25)
      }
      throw new Error(`no mail to ${to} within two minutes`)
    },
  }
}

function readMail(raw: string, to: string): ReceivedMail {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const subject = /^Subject: (.*(?:\r\n\s.*)*)/m.exec(head)?.[1]?.replace(/\r\n\s/g, ' ') ?? ''
  let text = body.join('\r\n\r\n')
  const [, encoding] = /^Content-Transfer-Encoding: (\S+)/im.exec(head) ?? []
  if (encoding === 'quoted-printable') text = readQuoted(text.replace(/=\r\n/g, ''))
  if (encoding === 'base64') text = Buffer.from(text, 'base64').toString('utf8')
  const messageId = /^Message-ID: (.*)/im.exec(head)?.[1] ?? ''
  return { to, subject: readWords(subject), text: text.replaceAll('\r\n', '\n'), messageId }
}

function readQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** RFC 2047: words in other characters than ASCII has. */
function readWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : readQuoted(word.replaceAll('_', ' ')),
    )
}

/** The path of the first link in a mail. */
export function readLink(mail: { text: string }): string {
  const link = /https?:\/\/\S+token=\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  const url = new URL(link)
  return url.pathname + url.search
}

/** Emails written to the outbox for want of a mail server, once there are any. */
export async function readOutbox(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const giveUpAt = Date.now() + 10_000
  while (Date.now() < giveUpAt) {
    const names = existsSync(folder) ? readdirSync(folder) : []
    const emails = names.map((name) => readFileSync(join(folder, name), 'utf8'))
    if (emails.length > 0 && emails.every(Boolean)) return emails
    await sleep(25)
  }
  throw new Error('no mail in the outbox within 10 s')
}
