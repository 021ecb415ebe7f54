// An authenticator without a device: holds one passkey and signs as the specification says (WebAuthn 3, ES256).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const PRESENT = 0x01
const VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40

export interface Signing {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
}

interface Options {
  challenge: string
  user?: { id: string }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const encode = (data: Buffer): string => data.toString('base64url')

export function createAuthenticator(url: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(20)
  const home = { origin: url, rpId: new URL(url).hostname, isVerified: true }
  let userHandle: string | undefined

  const writeData = (rpId: string, isVerified: boolean, counter: number, rest = Buffer.alloc(0)) => {
    const flags =
      PRESENT | BACKUP_ELIGIBLE | BACKED_UP | (isVerified ? VERIFIED : 0) | (rest.length ? HAS_CREDENTIAL : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head, rest])
  }
  const writeClientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const toCredential = (response: Record<string, unknown>) => ({
    id: encode(credentialId),
    rawId: encode(credentialId),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })

  return {
    /** Answers the options for a new passkey. */
    register({ challenge, user }: Options, signing: Signing = {}) {
      const { origin, rpId, isVerified, counter = 0 } = { ...home, ...signing }
      userHandle = user?.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = Buffer.concat([
        // COSE: kty EC2, alg ES256, crv P-256, x, y.
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const idLength = Buffer.from([0, credentialId.length])
      const rest = Buffer.concat([Buffer.alloc(16), idLength, credentialId, key])
      const data = writeData(rpId, isVerified, counter, rest)
      // CBOR: { fmt: "none", attStmt: {}, authData }.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return toCredential({
        clientDataJSON: encode(writeClientData('webauthn.create', challenge, origin)),
        attestationObject: encode(attestationObject),
        transports: ['internal', 'hybrid'],
      })
    },

    /** Answers the options for a signature. */
    sign({ challenge }: Options, signing: Signing = {}) {
      const { origin, rpId, isVerified, counter = 0 } = { ...home, ...signing }
      const data = writeData(rpId, isVerified, counter)
      const clientData = writeClientData('webauthn.get', challenge, origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      return toCredential({
        clientDataJSON: encode(clientData),
        authenticatorData: encode(data),
        signature: encode(signature),
        userHandle,
      })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
