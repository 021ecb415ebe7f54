// How the dialects under /api are described: for makers who know them, and marked as no part of the contract.
import { Type } from 'typebox'

const tags = ['Compatibility']

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
})

export const leonardoSchema = {
  tags,
  summary: 'Upload a flight as to XCCup',
  description:
    'Leonardo’s flight_submit.php with status codes. The fields may be a form, multipart or JSON. The same without ' +
    'status codes is at /flight_submit.php, /leonardo/flight_submit.php and /modules/leonardo/flight_submit.php.',
  response: {
    200: page('The flight is stored, or was there already.'),
    400: page('The flight cannot be read; the reason stands after problem<br>.'),
    401: page('User name or device password is wrong.'),
    413: page('The file is too large.'),
    429: page('Too many requests or failures.'),
    503: page('Too busy at the moment.'),
  },
}
