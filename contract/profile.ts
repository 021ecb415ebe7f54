import { type Static, Type } from 'typebox'

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description })

export const Profile = Type.Object(
  {
    id: Type.String({ examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] }),
    name: orNull(Type.String(), 'As the pilot wants to be shown.'),
    email: orNull(Type.String(), 'null unless the credential also carries the scope profile:email.'),
    image: orNull(Type.String(), 'Address of a square picture.'),
    publicProfile: Type.Boolean(),
    emailVerified: Type.Boolean(),
    earlyAdopter: Type.Boolean(),
    club: orNull(Type.String(), 'The pilot’s club.'),
    civlId: orNull(Type.Integer(), 'Number in the CIVL world ranking.'),
  },
  { title: 'Profile' },
)
export type Profile = Static<typeof Profile>

export const ProfileResponse = Type.Object({ data: Profile }, { title: 'ProfileResponse' })
