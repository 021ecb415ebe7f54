// The bodies that the dialects take, only for the description: a body described by its content types is read by its
// route and not validated.
import { type TSchema, Type } from 'typebox'
import { IGC_EXAMPLE, igcFile } from '../record/answers.ts'

const login = {
  user: Type.String({
    description: 'The email address of the account, or the login of the device.',
    examples: ['d-7Q2M'],
  }),
  pass: Type.String({
    description:
      'A device password, or a personal key with flights:write; never the password of the account.',
    examples: ['XXXX-XXXX-XXXX-XXXX'],
  }),
}

const flight = Type.String({
  description: 'The IGC file as text; as a part of multipart also as a file.',
  examples: [IGC_EXAMPLE],
})

const glider = Type.Optional(Type.String({ description: 'The glider.', examples: ['Ozone Alpina 5'] }))

/** Without what most clients leave out. */
const loginExample = { user: 'd-7Q2M', pass: 'XXXX-XXXX-XXXX-XXXX' }

const LeonardoFlight = Type.Object(
  {
    ...login,
    igcfn: Type.Optional(
      Type.String({ description: 'The name of the file, with or without .igc.', examples: ['flight'] }),
    ),
    IGCigcIGC: flight,
    glider,
    startType: Type.Optional(
      Type.String({
        description: 'How it was launched: 1 by foot, 2 or 4 towed, 8 powered.',
        examples: ['1'],
      }),
    ),
    Klasse: Type.Optional(Type.String({ description: '5 is a tandem flight.', examples: ['3'] })),
    Category: Type.Optional(Type.String({ description: '3 is a tandem flight.', examples: ['1'] })),
  },
  { title: 'LeonardoFlight', examples: [{ ...loginExample, igcfn: 'flight', IGCigcIGC: IGC_EXAMPLE }] },
)

const DhvLogin = Type.Object(login, { title: 'DhvLogin' })

const DhvFlight = Type.Object(
  {
    ...login,
    igcname: Type.Optional(Type.String({ description: 'The name of the file.', examples: ['flight.igc'] })),
    igccontent: flight,
    glider,
    publish: Type.Optional(
      Type.Boolean({
        description:
          'Whether the answer speaks of a published flight or of a draft; it is stored all the same.',
        examples: [true],
      }),
    ),
  },
  { title: 'DhvFlight', examples: [{ ...loginExample, igcname: 'flight.igc', igccontent: IGC_EXAMPLE }] },
)

const SkylinesFlights = Type.Object(
  {
    files: Type.Array(
      Type.String({
        format: 'binary',
        description: 'An IGC file, plain or gzip-compressed, or a ZIP of such files.',
        examples: [IGC_EXAMPLE],
      }),
    ),
    pilotId: Type.Optional(
      Type.String({ description: 'A number or nothing; it is not used.', examples: ['42'] }),
    ),
    pilotName: Type.Optional(
      Type.String({ maxLength: 255, description: 'A name or nothing; it is not used.', examples: ['me'] }),
    ),
  },
  { title: 'SkylinesFlights', examples: [{ pilotName: 'me', files: [IGC_EXAMPLE] }] },
)

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const MULTIPART = 'multipart/form-data'

/** Samples are written in the type that clients send first. */
const inTypes = (schema: TSchema, ...types: string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
})

export const leonardoBody = inTypes(LeonardoFlight, FORM, MULTIPART, JSON_TYPE)
export const dhvLoginBody = inTypes(DhvLogin, JSON_TYPE, FORM, MULTIPART)
export const dhvFlightBody = inTypes(DhvFlight, JSON_TYPE, FORM, MULTIPART)
export const skylinesBody = inTypes(SkylinesFlights, MULTIPART)
export const leafBody = inTypes(igcFile, 'application/octet-stream')

export const LeafHeaders = Type.Object({
  'X-Filename': Type.Optional(
    Type.String({ description: 'The name of the file; device.igc by default.', examples: ['flight.igc'] }),
  ),
})
