// The profile of a pilot.
import { type Static, Type } from 'typebox'
import { id } from './values.ts'

// A list of types, not a union: to serialize a union, its members are tried in turn, which costs more than the rest.
const textOrNull = (description: string, example: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description, examples: [example] })

export const Profile = Type.Object(
  {
    id: id('The id of the user.'),
    name: textOrNull('The name that the pilot wants to be shown by.', 'Ada Thermal'),
    email: textOrNull('null unless the credential also has the scope profile:email.', 'ada@example.org'),
    image: textOrNull(
      'URL of a square WebP picture, 256 px wide. A changed picture has another URL.',
      'https://cloudstreet.example/images/5f1de3.webp',
    ),
    publicProfile: Type.Boolean({ description: 'Whether everyone may see the profile.', examples: [false] }),
    emailVerified: Type.Boolean({
      description: 'Whether the email address has been confirmed.',
      examples: [true],
    }),
    earlyAdopter: Type.Boolean({
      description: 'Whether the account was created before a date that the operator has set.',
      examples: [false],
    }),
    club: textOrNull('The pilot’s club.', 'Thermik e. V.'),
    civlId: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The pilot’s id in the CIVL world ranking.',
      examples: [12345],
    }),
  },
  { title: 'Profile' },
)
export type Profile = Static<typeof Profile>

export const ProfileResponse = Type.Object({ data: Profile }, { title: 'ProfileResponse' })
