// A bucket of the pilot's, at Amazon or at another service that speaks S3.
import { hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { type Static, Type } from 'typebox'
import { answerInstead, classifyStatus } from './answers.ts'
import { below, fields, line, url } from './fields.ts'
import { encodePath, placeFile } from './folder.ts'
import type { Answer, Door, DoorRequest, Kind, ListedFile, Listing, Outcome, Place } from './kind.ts'
import { createListReader, readSize, tooLarge, toListing } from './listing.ts'
import { findAll, findText } from './xml.ts'

const Settings = fields({
  bucket: Type.String({
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    description: 'The name of the bucket.',
    examples: ['my-flights'],
    'x-must-be': 'a name of 3 to 63 lower case letters, digits, dots and dashes',
  }),
  region: Type.String({
    pattern: '^[a-z0-9-]{1,40}$',
    description: 'The region of the bucket.',
    examples: ['eu-central-1'],
    'x-must-be': 'a name of lower case letters, digits and dashes',
  }),
  url: Type.Optional(
    url('The address of the service, without the bucket; Amazon’s when left out.', 'https://s3.example'),
  ),
  folder: Type.Optional(line('Where in the bucket.', 'flights')),
  yearFolders: Type.Optional(Type.Boolean({ description: 'A folder for each year.', examples: [true] })),
})

const Credential = fields({
  accessKeyId: line('The key’s id.', 'AKIDEXAMPLE'),
  secretAccessKey: line('The key’s secret.', 'wJalrXUtnFEMI'),
})

type Target = Place<Static<typeof Settings>, Static<typeof Credential>>

export const s3: Kind<typeof Settings, typeof Credential> = {
  settings: Settings,
  credential: Credential,
  address: (settings) => baseOf(settings) + encodePath(inFolder({ settings }, '')),
  isLeague: false,
  doubles: 'look',
  deadlineDays: null,
  check,
  send: (door, place, flight) => {
    const toUrl = (path: string) => baseOf(place.settings) + encodePath(inFolder(place, path))
    return placeFile(
      {
        read: async (path, maxBytes) => {
          const answer = await send(door, place, { method: 'GET', url: toUrl(path), maxBytes })
          // Without the bucket nothing can be said about a file.
          return isWithoutBucket(answer) ? answerInstead(409, 'There is no such bucket.') : answer
        },
        write: (path, body, isNew) =>
          send(door, place, {
            method: 'PUT',
            url: toUrl(path),
            headers: { 'content-type': 'application/octet-stream', ...(isNew && { 'if-none-match': '*' }) },
            body,
          }),
      },
      flight,
      place.settings.yearFolders,
    )
  },
  classify: (answer) => ({ ...classify(answer, 'delivered'), ...answer.known }),
  source: {
    check,
    list: listBucket,
    read: (door, place, path, maxBytes) =>
      send(door, place, {
        method: 'GET',
        url: baseOf(place.settings) + encodePath(inFolder(place, path)),
        maxBytes,
      }),
  },
}

async function check(door: Door, place: Target): Promise<Outcome> {
  const url = `${baseOf(place.settings)}?list-type=2&max-keys=1`
  const answer = await send(door, place, { method: 'GET', url })
  return answer.body.includes('<ListBucketResult') ? { result: 'delivered' } : classify(answer, 'unknown')
}

/** A thousand a page. */
const MAX_PAGES = 10

async function listBucket(door: Door, place: Target): Promise<Listing> {
  const prefix = inFolder(place, '')
  const files: ListedFile[] = []
  const lists = createListReader()
  let next: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { 'list-type': '2', prefix, ...(next !== undefined && { 'continuation-token': next }) }
    const url = `${baseOf(place.settings)}?${new URLSearchParams(query)}`.replaceAll('+', '%20')
    const answer = await send(door, place, { method: 'GET', url, maxBytes: lists.maxBytes() })
    if (answer.status !== 200) return { outcome: classify(answer, 'unknown'), files: [] }
    const list = lists.read(answer, 'ListBucketResult')
    if ('instead' in list) return list.instead
    for (const entry of findAll(list.xml, 'Contents')) {
      const key = findText(entry, 'Key') ?? ''
      const [size, mark = ''] = [findText(entry, 'Size'), findText(entry, 'ETag')]
      if (key.startsWith(prefix)) files.push({ path: key.slice(prefix.length), mark, bytes: readSize(size) })
    }
    next = findText(list.xml, 'NextContinuationToken')
    if (next === undefined) return toListing(files)
  }
  return tooLarge
}

/** 400 and 403 with these codes are passing; 409: a conditional write of the same name is under way. */
const PASSING = /<Code>(?:RequestTimeTooSkewed|RequestTimeout|SlowDown|ConditionalRequestConflict)</

function classify(answer: Answer, ok: 'delivered' | 'unknown'): Outcome {
  if (PASSING.test(answer.body)) return classifyStatus({ ...answer, status: 503 })
  return classifyStatus(answer, {
    200: ok,
    400: 'credential',
    409: 'missing',
    412: 'later',
    413: 'refused',
  })
}

const isWithoutBucket = ({ status, body }: Answer) => status === 404 && body.includes('<Code>NoSuchBucket<')

const inFolder = ({ settings: { folder = '' } }: Pick<Target, 'settings'>, path: string) =>
  [...folder.split('/').filter(Boolean), path].join('/')

/** By path at an address of the pilot's choice, by host name at Amazon. Ends with a slash. */
function baseOf({ bucket, region, url: service }: Static<typeof Settings>): string {
  return service === undefined
    ? `https://${bucket}.s3.${region}.amazonaws.com/`
    : below(service, `${bucket}/`)
}

async function send(
  door: Door,
  { settings: { region }, credential }: Target,
  { headers: sent, ...request }: DoorRequest,
): Promise<Answer> {
  // The service compares what it has received with the sum.
  const headers = {
    ...sent,
    'x-amz-content-sha256': hash('sha256', request.body ?? new Uint8Array()),
  }
  const { method, url: address } = request
  const signer = new AwsV4Signer({ ...credential, service: 's3', region, method, url: address, headers })
  const signed = await signer.sign()
  return door.request({ ...request, url: signed.url.href, headers: Object.fromEntries(signed.headers) })
}
