// Additions of OpenID Connect: who has signed in, and the keys that prove it.
import { type Static, Type } from 'typebox'

export const UserInfo = Type.Object(
  {
    sub: Type.String({
      description: 'The id of the user: the only one that never changes and is never given to another.',
      examples: ['65f1c0de9a3b4c5d6e7f8091'],
    }),
    name: Type.Optional(
      Type.String({ description: 'The name to show. With profile:read.', examples: ['Ada Thermal'] }),
    ),
    picture: Type.Optional(
      Type.String({
        description: 'URL of a square picture. With profile:read.',
        format: 'uri',
        examples: ['https://cloudstreet.example/images/5f1de3.webp'],
      }),
    ),
    club: Type.Optional(
      Type.String({ description: 'The pilot’s club. With profile:read.', examples: ['Thermik e. V.'] }),
    ),
    civl_id: Type.Optional(
      Type.Integer({
        description: 'The pilot’s id in the CIVL world ranking. With profile:read.',
        examples: [12345],
      }),
    ),
    email: Type.Optional(Type.String({ description: 'With profile:email.', examples: ['ada@example.org'] })),
    email_verified: Type.Optional(
      Type.Boolean({
        description: 'Whether the address has been confirmed. With profile:email.',
        examples: [true],
      }),
    ),
  },
  { title: 'UserInfo' },
)
export type UserInfo = Static<typeof UserInfo>

const PublicKey = Type.Object(
  {
    kty: Type.Literal('RSA', { description: 'The type of the key.' }),
    n: Type.String({
      description: 'The modulus, in base64url.',
      examples: ['0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4'],
    }),
    e: Type.String({ description: 'The exponent, in base64url.', examples: ['AQAB'] }),
    kid: Type.String({ description: 'The key id in the header of an id_token.', examples: ['2026-05-17'] }),
    use: Type.Literal('sig', { description: 'It signs.' }),
    alg: Type.Literal('RS256', { description: 'The algorithm of the signature.' }),
  },
  { title: 'PublicKey' },
)
export type PublicKey = Static<typeof PublicKey>

export const KeySet = Type.Object(
  { keys: Type.Array(PublicKey, { description: 'Every key whose signatures are still valid.' }) },
  { title: 'KeySet' },
)
export type KeySet = Static<typeof KeySet>
