import { type Static, Type } from 'typebox'

// Not a union of two schemas: writing one out tries its members in turn, which costs more than all the rest.
const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

export const Profile = Type.Object(
  {
    id: Type.String({ examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] }),
    name: textOrNull('As the pilot wants to be shown.'),
    email: textOrNull('null unless the credential also carries the scope profile:email.'),
    image: textOrNull('Address of a square picture.'),
    publicProfile: Type.Boolean(),
    emailVerified: Type.Boolean(),
    earlyAdopter: Type.Boolean(),
    club: textOrNull('The pilot’s club.'),
    civlId: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Number in the CIVL world ranking.',
    }),
  },
  { title: 'Profile' },
)
export type Profile = Static<typeof Profile>

export const ProfileResponse = Type.Object({ data: Profile }, { title: 'ProfileResponse' })
