import { addPhoto, type Client, deletePhoto, listPhotos } from '../../sdk/index.ts'
import { openAccount } from '../account/account.ts'
import { type Command, exitCodes, type Invocation, type Terminal, UsageError } from '../command.ts'
import { toTable } from '../terminal/table.ts'

type Action = (client: Client, flight: string, given: Invocation, terminal: Terminal) => Promise<void>

const actions: Record<string, Action> = {
  async list(client, flight, given, { print, signal }) {
    const photos = await listPhotos(client, flight, { signal }).all()
    if (given.isSet('json')) print(JSON.stringify(photos))
    else if (photos.length === 0) print('The flight has no photos.')
    else
      print(
        ...toTable(
          ['photo', 'size', 'caption'],
          photos.map(({ id, width, height, caption }) => [id, `${width} x ${height}`, caption ?? undefined]),
        ),
      )
  },
  async add(client, flight, given, { print, signal }) {
    const caption = given.text('caption')
    for (const path of requireMore(given, 'Which pictures?')) {
      const options = caption === undefined ? { signal } : { signal, caption }
      const photo = await addPhoto(client, flight, path, options)
      print(
        given.isSet('json')
          ? JSON.stringify(photo)
          : `${path}: ${photo.isNew ? 'added' : 'known'} as ${photo.id}`,
      )
    }
  },
  async remove(client, flight, given, { print, signal }) {
    for (const id of requireMore(given, 'Which photos?')) {
      await deletePhoto(client, flight, id, { signal })
      print(given.isSet('json') ? JSON.stringify({ id, removed: true }) : `${id}: removed`)
    }
  },
}

export const photos: Command = {
  about: 'Lists, adds and removes the photos of a flight.',
  words: 'list FLIGHT | add FLIGHT FILE… | remove FLIGHT PHOTO…',
  completes: Object.keys(actions),
  options: {
    caption: { type: 'string', value: 'TEXT', about: 'with add: a line about the picture' },
    json: { type: 'boolean', about: 'as JSON' },
  },
  examples: [
    'cloudstreet photos list 68f0a1b2c3d4e5f6a7b8c9d0',
    'cloudstreet photos add 68f0a1b2c3d4e5f6a7b8c9d0 launch.jpg --caption Launch',
    'cloudstreet photos remove 68f0a1b2c3d4e5f6a7b8c9d0 68f0a1b2c3d4e5f6a7b8c9d1',
  ],
  async run(given, terminal) {
    const [word = '', flight] = given.words
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined
    if (!action) throw new UsageError(`What? One of ${Object.keys(actions).join(', ')}.`)
    if (flight === undefined) throw new UsageError('Of which flight?')
    const { client } = await openAccount(terminal.say)
    await action(client, flight, given, terminal)
    return exitCodes.done
  },
}

function requireMore({ words: [, , ...more] }: Invocation, question: string): string[] {
  if (more.length === 0) throw new UsageError(question)
  return more
}
