// Findings of the service about a file: one code and sentence in the answer to its upload, in a validation and in the
// flight.
import { type Static, Type } from 'typebox'
import { Recording } from './counting.ts'

const finding = {
  line: Type.Integer({
    description: 'Line number, starting at 1; 0 when it concerns the whole file.',
    examples: [14],
  }),
  code: Type.String({ description: 'A fixed code for programs.', examples: ['fix-time'] }),
  message: Type.String({
    description: 'A sentence for people.',
    examples: ['Line 14: the time 25:61:00 does not exist.'],
  }),
}

export const Diagnosis = Type.Object(
  {
    line: finding.line,
    severity: Type.Enum(['error', 'warning'], {
      type: 'string',
      description: 'A file with an error is refused.',
      examples: ['warning'],
    }),
    code: finding.code,
    message: finding.message,
    hint: Type.String({
      description: 'What to do about it, or what has been done; empty when the sentence says it.',
      examples: ['The fix was left out.'],
    }),
  },
  { title: 'Diagnosis' },
)
export type Diagnosis = Static<typeof Diagnosis>

export const FileWarning = Type.Object(finding, {
  title: 'FileWarning',
  description: 'A diagnosis of a file that was accepted.',
})
export type FileWarning = Static<typeof FileWarning>

export const Warnings = Type.Array(FileWarning, {
  description:
    'What was noticed about the file, such as a recording that ends in the air (cut-short). Empty when there is nothing.',
})

/** In answers that tell of a flight just uploaded. */
export const noticedMembers = { warnings: Warnings, recording: Type.Optional(Recording) }
