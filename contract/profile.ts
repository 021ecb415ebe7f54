import { type Static, Type } from 'typebox'

// Not a union of two schemas: writing one out tries its members in turn, which costs more than all the rest.
const textOrNull = (description: string, example: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description, examples: [example] })

export const Profile = Type.Object(
  {
    id: Type.String({
      description: '24 lowercase hexadecimal characters.',
      examples: ['68f0a1b2c3d4e5f6a7b8c9d0'],
    }),
    name: textOrNull('As the pilot wants to be shown.', 'Ada Thermal'),
    email: textOrNull('null unless the credential also carries the scope profile:email.', 'ada@example.org'),
    image: textOrNull(
      'Address of a square picture of 256 px, WebP. A changed picture has another address.',
      'https://cloudstreet.example/images/5f1de3.webp',
    ),
    publicProfile: Type.Boolean({ description: 'Whether the pilot shows the profile to everyone.' }),
    emailVerified: Type.Boolean({ description: 'Whether the address has been confirmed by a mailed link.' }),
    earlyAdopter: Type.Boolean({
      description: 'Whether the account was made before a date set by the operator.',
    }),
    club: textOrNull('The pilot’s club.', 'Thermik e. V.'),
    civlId: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Number in the CIVL world ranking.',
      examples: [12345],
    }),
  },
  { title: 'Profile' },
)
export type Profile = Static<typeof Profile>

export const ProfileResponse = Type.Object({ data: Profile }, { title: 'ProfileResponse' })
