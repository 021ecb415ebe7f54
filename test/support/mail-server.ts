// A real SMTP server on loopback, and what it has received.
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  subject: string
  text: string
}

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string
  readonly received: ReceivedMail[]
  /** The next mail to an address, waited for; each is given once. */
  take(to: string): Promise<ReceivedMail>
}

export async function startMailServer(context: Pick<TestContext, 'after'>): Promise<MailServer> {
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
        received.push(mail)
        waiting.push(mail)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    take: async (to) => {
      for (let attempt = 0; attempt < 800; attempt++) {
        const index = waiting.findIndex((mail) => mail.to === to)
        if (index >= 0) return waiting.splice(index, 1)[0] as ReceivedMail
        await sleep(25)
      }
      throw new Error(`no mail to ${to} within 20 s`)
    },
  }
}

function readMail(raw: string, to: string): ReceivedMail {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const subject = /^Subject: (.*(?:\r\n\s.*)*)/m.exec(head)?.[1]?.replace(/\r\n\s/g, ' ') ?? ''
  let text = body.join('\r\n\r\n')
  if (/^Content-Transfer-Encoding: quoted-printable/im.test(head)) {
    text = text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return { to, subject, text }
}

/** The path of the first link in a mail. */
export function readLink(mail: { text: string }): string {
  const link = /https?:\/\/\S+token=\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`no link in: ${mail.text}`)
  const url = new URL(link)
  return url.pathname + url.search
}
