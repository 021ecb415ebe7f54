// Mail by SMTP, or into the data folder's outbox when no server is named.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from './config.ts'
import { createId } from './ids.ts'
import type { Log } from './log.ts'

export interface Message {
  to: string
  subject: string
  text: string
}

export interface Mail {
  /** False: there is no mail server, so nobody can be asked to confirm an address. */
  readonly isConfigured: boolean
  send(message: Message): Promise<void>
  close(): void
}

export function createMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, log: Log): Mail {
  return config.smtpUrl ? smtpMail(config.smtpUrl, config.mailFrom) : outboxMail(config, log)
}

function smtpMail(smtpUrl: string, from: string): Mail {
  let transport: Transporter | undefined
  return {
    isConfigured: true,
    send: async (message) => {
      // Loaded with the first letter.
      const { createTransport } = await import('nodemailer')
      transport ??= createTransport(smtpUrl, { from })
      await transport.sendMail(message)
    },
    close: () => transport?.close(),
  }
}

function outboxMail(config: Pick<Config, 'mailFrom' | 'dataDir'>, log: Log): Mail {
  const folder = join(config.dataDir, 'outbox')
  return {
    isConfigured: false,
    send: async (message) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${createId(Date.now())}.txt`)
      const head = `From: ${config.mailFrom}\nTo: ${message.to}\nSubject: ${message.subject}\n\n`
      await writeFile(path, head + message.text, { mode: 0o600 })
      log.info(
        { to: message.to, subject: message.subject, path },
        `mail not sent, written to the outbox:\n${message.text}`,
      )
    },
    close: () => undefined,
  }
}
