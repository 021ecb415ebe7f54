// The result of checking a file's signature, in flightInfo.metadata.signature.
import { type Static, Type } from 'typebox'
import { orNull } from './values.ts'

export const FileSignature = Type.Object(
  {
    status: Type.Enum(['valid', 'invalid', 'unsigned', 'unknown'], {
      type: 'string',
      description:
        'valid: the file is as its instrument has signed it. invalid: the signature does not match, for whatever reason. unsigned: the file has none. unknown: it cannot be checked here, since the maker does not publish how it signs or the file was re-encoded on its way.',
      examples: ['valid'],
    }),
    maker: orNull(
      Type.String({ examples: ['XCS'] }),
      'The code of the instrument’s maker, three letters; null when the file names none.',
    ),
    reason: orNull(
      Type.String({ examples: ['The maker XCT does not publish how it signs.'] }),
      'Why it is not valid, in a sentence; null when it is.',
    ),
    checkedBy: Type.Optional(
      Type.String({
        description: 'The validation server that has checked it; absent when it was checked here.',
        examples: ['vali.fai-civl.org'],
      }),
    ),
  },
  {
    title: 'FileSignature',
    description:
      'What the signature (G record) of the file says. The schemes of XCSoar (XCS) and LK8000 (XLK) are checked. They are public: a valid one shows that the file was not changed by accident or with a text editor, and no more.',
    additionalProperties: true,
  },
)
export type FileSignature = Static<typeof FileSignature>
