// Photos that a pilot adds to a flight. The stored picture is re-encoded; of the rest of the upload only its time and place
// are kept, where no answer has them.
import { type Static, Type } from 'typebox'
import { id, listOf, orNull } from '../values.ts'
import { MAX_CAPTION_LENGTH, MAX_PHOTOS } from './lengths.ts'

const photoId = (description: string) =>
  Type.String({ ...id(description), examples: ['9d1e3f5a7b2c4d6e8f0a1b3c'] })

const caption = {
  description:
    'What the pilot says about the photo: one line of plain text. Others see it where the flight is shared.',
  examples: ['Over the glacier'],
}

export const Photo = Type.Object(
  {
    id: photoId('The id of the photo; a random one.'),
    width: Type.Integer({ description: 'Pixels, in the large size.', examples: [2048] }),
    height: Type.Integer({ description: 'Pixels, in the large size.', examples: [1536] }),
    caption: orNull(Type.String(caption), `${caption.description} Null when it has none.`),
  },
  { title: 'Photo' },
)
export type Photo = Static<typeof Photo>

/** In a flight's metadata, and where the flight is shared. */
export const Photos = Type.Array(Photo, {
  maxItems: MAX_PHOTOS,
  description: 'The photos of the flight, in the order that the pilot has given them.',
})

export const PhotoList = listOf(
  'PhotoList',
  Photo,
  'The photos of the flight, in the order that the pilot has given them.',
)

export const AddedPhoto = Type.Object(
  {
    data: Type.Object(
      {
        ...Photo.properties,
        isNew: Type.Boolean({
          description: 'False when the flight already had this photo.',
          examples: [true],
        }),
      },
      { title: 'AddedPhoto' },
    ),
  },
  { title: 'AddedPhotoResult' },
)
export type AddedPhoto = Static<typeof AddedPhoto>['data']

export const PhotoDetail = Type.Object({ data: Photo }, { title: 'PhotoDetail' })

export const photoIdProperty = { photoId: photoId('The photo.') }
export const PhotoParams = Type.Object({ id: id('The flight.'), ...photoIdProperty })

export const PhotoQuery = Type.Object({
  size: Type.Optional(
    Type.Enum(['large', 'small'], {
      type: 'string',
      default: 'large',
      description: 'large: at most 2,048 pixels wide and high; small: at most 320.',
    }),
  ),
})
export type PhotoQuery = Static<typeof PhotoQuery>

const newCaption = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: MAX_CAPTION_LENGTH,
  'x-must-be': `text of up to ${MAX_CAPTION_LENGTH} characters, or null`,
  ...caption,
  description: `${caption.description} Null or empty: none.`,
})

/** Query parameters of an upload, or text parts of its multipart body. */
export const PhotoFields = Type.Object({
  caption: Type.Optional(Type.String({ maxLength: MAX_CAPTION_LENGTH, ...caption })),
})
export type PhotoFields = Static<typeof PhotoFields>

export const PhotoChange = Type.Object(
  {
    caption: Type.Optional(newCaption),
    position: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PHOTOS,
        description: 'Where it goes among the photos: 1 is the first. Beyond the last, it becomes the last.',
        examples: [1],
      }),
    ),
  },
  {
    title: 'PhotoChange',
    description: 'The members to change; at least one.',
    additionalProperties: false,
    minProperties: 1,
  },
)
export type PhotoChange = Static<typeof PhotoChange>
