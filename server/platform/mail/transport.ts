// How a letter leaves: by SMTP, or into the data folder's outbox when no server is named.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { SECOND_MS } from '../time.ts'
import type { Message } from './mail.ts'

export interface OutgoingLetter extends Message {
  id: string
}

export interface HandOver {
  mayEnd: () => Promise<void>
  atEnd: () => void
}

export interface Transport {
  /**
   * `mayEnd` is waited for before the last line leaves: until then the mail server has nothing. `atEnd` is called in the
   * moment in which it leaves.
   */
  deliver(letter: OutgoingLetter, handOver: HandOver): Promise<void>
}

const timeouts = {
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 15 * SECOND_MS,
  dnsTimeout: 5 * SECOND_MS,
}

type TransportConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'baseUrl'>

export function createTransport(config: TransportConfig, log: Log): Transport {
  return config.smtpUrl ? openSmtp(config, config.smtpUrl) : openOutbox(config, log)
}

function openSmtp({ mailFrom, baseUrl }: TransportConfig, smtpUrl: string): Transport {
  const domain = new URL(baseUrl).hostname
  return {
    deliver: async ({ id, to, subject, text }, { mayEnd, atEnd }) => {
      // Loaded with the first letter.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      // The same Message-ID with every attempt: a mail server may know a copy by it.
      const composed = new MailComposer({ from: mailFrom, to, subject, text, messageId: `<${id}@${domain}>` })
      const message = composed.compile()
      const connection = await connect(smtpUrl)
      // Read only once the mail server asks for the letter; nodemailer's own senders read it in advance.
      const body = Readable.from(writeOut(await message.build(), mayEnd))
      try {
        await send(connection, message.getEnvelope(), body, atEnd)
      } finally {
        connection.close()
      }
    },
  }
}

/** Greeted, encrypted where the server offers it, and signed in where the address names a user. */
async function connect(smtpUrl: string): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const { parseConnectionUrl } = await import('nodemailer/lib/shared')
  const options = parseConnectionUrl(smtpUrl)
  const connection = new Connection({ ...options, ...timeouts })
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    const { auth } = options
    if (auth) {
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject)
        connection.login(auth, (error) => (error ? reject(error) : resolve()))
      })
    }
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function send(
  connection: SMTPConnection,
  envelope: SMTPConnection.Envelope,
  body: Readable,
  atEnd: () => void,
): Promise<void> {
  callBeforeLastLine(connection, body, atEnd)
  return new Promise((resolve, reject) => {
    connection.once('error', reject)
    body.once('error', reject)
    connection.send(envelope, body, (error) => (error ? reject(error) : resolve()))
  })
}

/** The last line is a dot. Nothing runs between the call and the write: a crash there would leave the letter in doubt. */
function callBeforeLastLine(connection: SMTPConnection, body: Readable, atEnd: () => void): void {
  const { _socket: socket } = connection as unknown as { _socket: Socket }
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  let isAtEnd = false
  body.once('end', () => (isAtEnd = true))
  const writeAndCall = (chunk: Uint8Array | string, ...rest: unknown[]) => {
    if (
      isAtEnd &&
      Buffer.from(chunk as Uint8Array)
        .toString('latin1')
        .endsWith('.\r\n')
    ) {
      isAtEnd = false
      atEnd()
    }
    return write(chunk, ...rest)
  }
  socket.write = writeAndCall as Socket['write']
}

async function* writeOut(bytes: Buffer, mayEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  yield bytes
  await mayEnd()
}

function openOutbox({ mailFrom, dataDir }: TransportConfig, log: Log): Transport {
  const folder = join(dataDir, 'outbox')
  return {
    deliver: async ({ id, to, subject, text }, { mayEnd, atEnd }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await mayEnd()
      atEnd()
      const path = join(folder, `${id}.txt`)
      await writeFile(path, `From: ${mailFrom}\nTo: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 })
      log.info({ to, subject, path }, `mail not sent, written to the outbox:\n${text}`)
    },
  }
}

/** A refusal for good (RFC 5321 4.2.1: 5yz); everything else may pass. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string }
  // A refused password is the operator's to mend, not the letter's fault.
  return responseCode >= 500 && code !== 'EAUTH'
}
