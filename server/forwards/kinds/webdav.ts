// WebDAV (RFC 4918): Nextcloud, ownCloud, a NAS, a web server.
import { type Static, Type } from 'typebox'
import { answerInstead, classifyStatus } from './answers.ts'
import { basic, below, fields, line, passwordOnly, url } from './fields.ts'
import { encodePath, placeFile } from './folder.ts'
import type { Answer, Door, Kind, ListedFile, Listing, Outcome, Place } from './kind.ts'
import { createListReader, isInside, readSize, tooLarge, toListing } from './listing.ts'
import { type Element, findAll, findText } from './xml.ts'

const Settings = fields({
  url: url(
    'The WebDAV address of a folder; it is made when it is missing.',
    'https://cloud.example/remote.php/dav/files/ada/Flights',
  ),
  user: line('The user name there.', 'ada'),
  yearFolders: Type.Optional(Type.Boolean({ description: 'A folder for each year.', examples: [true] })),
})

type Target = Place<Static<typeof Settings>, Static<typeof passwordOnly>>

export const webdav: Kind<typeof Settings, typeof passwordOnly> = {
  settings: Settings,
  credential: passwordOnly,
  address: ({ url }) => url,
  isLeague: false,
  doubles: 'look',
  deadlineDays: null,
  check: async (door, place) => {
    const folder = below(place.settings.url, '')
    const answer = await ask(door, place)('PROPFIND', folder, { headers: { depth: '0' } })
    const decides = answer.status === 404 ? await makeFolder(door, place, folder) : answer
    return classifyStatus(decides, {
      201: 'delivered',
      207: 'delivered',
      405: 'credential',
      409: 'missing',
    })
  },
  send: async (door, place, flight) => {
    const send = ask(door, place)
    const toUrl = (path: string) => below(place.settings.url, encodePath(path))
    return placeFile(
      {
        read: (path, maxBytes) => send('GET', toUrl(path), { maxBytes }),
        write: async (path, body, isNew) => {
          const put = () => send('PUT', toUrl(path), { headers: isNew ? { 'if-none-match': '*' } : {}, body })
          const answer = await put()
          if (!isFolderMissing(answer)) return answer
          const made = await makeFolder(door, place, parentOf(toUrl(path)))
          return isThere(made) ? put() : answer
        },
      },
      flight,
      place.settings.yearFolders,
    )
  },
  classify: (answer) => ({
    ...classifyStatus(answer, verdicts),
    ...answer.known,
  }),
  source: {
    check: async (door, place) => {
      const folder = below(place.settings.url, '')
      return classifyFolder(await ask(door, place)('PROPFIND', folder, { headers: { depth: '0' } }))
    },
    list: listFolder,
    read: (door, place, path, maxBytes) =>
      ask(door, place)('GET', below(place.settings.url, encodePath(path)), { maxBytes }),
  },
}

/** A folder can be mended, so no flight is refused for good but for its size. rclone answers 405 when a disk is full. */
const verdicts = {
  200: 'delivered',
  201: 'delivered',
  204: 'delivered',
  405: 'later',
  409: 'missing',
  412: 'later',
  413: 'refused',
  423: 'later',
} as const

interface Request {
  headers?: Record<string, string>
  body?: Uint8Array
  maxBytes?: number
}

const ask =
  (door: Door, { settings, credential }: Target) =>
  (method: string, address: string, { headers, ...rest }: Request = {}) =>
    door.request({
      method,
      url: address,
      headers: { authorization: basic(settings.user, credential.password), ...headers },
      ...rest,
    })

/** RFC 4918 9.7.1 has 409; nginx fails with 500. */
const isFolderMissing = ({ status }: Answer) => status === 404 || status === 409 || status === 500

/** 405 (RFC 4918 9.3.1): there is one, perhaps made by another flight meanwhile. */
const isThere = ({ status }: Answer) => status === 201 || status === 405

const MAX_LEVELS = 10

/** With up to nine folders above it, from the top down: one that is there is refused, whatever the status. */
async function makeFolder(door: Door, place: Target, address: string): Promise<Answer> {
  const make = (folder: string) => ask(door, place)('MKCOL', folder)
  let answer = await make(address)
  if (!isFolderMissing(answer)) return answer
  const folders = [address]
  for (let above = parentOf(address); above !== parentOf(above); above = parentOf(above))
    folders.unshift(above)
  for (const folder of folders.slice(-MAX_LEVELS)) answer = await make(folder)
  const isTooDeep = folders.length > MAX_LEVELS && isFolderMissing(answer)
  return isTooDeep ? answerInstead(409, TOO_DEEP) : answer
}

const TOO_DEEP = `At most ${MAX_LEVELS} folders are made: make those above by yourself.`

/** Ends with a slash, as nginx asks for; the root is its own. */
function parentOf(address: string): string {
  return address.replace(/(:\/\/[^/]+\/(?:.*\/)?)[^/]+\/?$/, '$1')
}

const MAX_FOLDERS = 100
const MAX_DEPTH = 5
/** A file that has just been written may still grow. */
const SETTLED_MS = 60_000
const properties = Buffer.from(
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop>' +
    '<resourcetype/><getetag/><getcontentlength/><getlastmodified/></prop></propfind>',
)

/** Folder by folder: `Depth: infinity` is refused by many servers. */
async function listFolder(door: Door, place: Target): Promise<Listing> {
  const top = below(place.settings.url, '')
  const files: ListedFile[] = []
  const folders = ['']
  const lists = createListReader()
  for (const folder of folders) {
    const answer = await ask(door, place)('PROPFIND', top + encodePath(folder), {
      headers: { depth: '1', 'content-type': 'application/xml' },
      body: properties,
      maxBytes: lists.maxBytes(),
    })
    if (answer.status !== 207) return { outcome: classifyFolder(answer), files: [] }
    const list = lists.read(answer, 'multistatus')
    if ('instead' in list) return list.instead
    for (const response of findAll(list.xml, 'response')) {
      const path = toPath(top, findText(response, 'href'))
      if (path === undefined || !path.startsWith(folder) || path === folder) continue
      if (findAll(response, 'collection').length === 0) files.push(...toFile(path, response, answer))
      else if (path.split('/').length <= MAX_DEPTH) folders.push(path.replace(/\/*$/, '/'))
    }
    if (folders.length > MAX_FOLDERS) return tooLarge
  }
  return toListing(files)
}

function classifyFolder(answer: Answer): Outcome {
  if (answer.status === 404) return { result: 'missing', words: 'The folder is not there.' }
  return classifyStatus(answer, { ...verdicts, 200: 'unknown', 207: 'delivered', 405: 'credential' })
}

/** In the folder; undefined for an address elsewhere. */
function toPath(top: string, href: string | undefined): string | undefined {
  const [base, url] = [new URL(top), URL.parse(href ?? '', top)]
  if (url?.origin !== base.origin) return undefined
  try {
    const [path, start] = [url, base].map(({ pathname }) => pathname.split('/').map(decodeName).join('/'))
    if (`${path}/` === start) return ''
    return path!.startsWith(start!) && isInside(path!) ? path!.slice(start!.length) : undefined
  } catch {
    return undefined
  }
}

/** Throws for a name with a slash in it: written out again, it would be two. */
function decodeName(encoded: string): string {
  const name = decodeURIComponent(encoded)
  if (name.includes('/')) throw new Error('a slash in a name')
  return name
}

function toFile(path: string, response: Element, { headers }: Answer): ListedFile[] {
  const size = findText(response, 'getcontentlength')
  const time = findText(response, 'getlastmodified') ?? ''
  // By one clock, the server's.
  const isFresh = Date.parse(headers.date ?? '') - Date.parse(time) < SETTLED_MS
  const mark = findText(response, 'getetag') ?? `${time} ${size}`
  return isFresh ? [] : [{ path, mark, bytes: readSize(size) }]
}
