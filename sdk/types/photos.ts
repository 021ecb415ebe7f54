// Written by scripts/sdk/types.ts from contract/; not by hand.

export type Photo = {
  /** The id of the photo; a random one. */
  id: string
  /** Of the large size, in pixels. */
  width: number
  /** Of the large size, in pixels. */
  height: number
  /** What the pilot says about the photo: one line of plain text. Others see it where the flight is shared. Null when it has none. */
  caption: string | null
}

export type AddedPhoto = {
  /** The id of the photo; a random one. */
  id: string
  /** Of the large size, in pixels. */
  width: number
  /** Of the large size, in pixels. */
  height: number
  /** What the pilot says about the photo: one line of plain text. Others see it where the flight is shared. Null when it has none. */
  caption: string | null
  /** False when the flight already had this photo. */
  isNew: boolean
}

/** What to change: at least one member. */
export type PhotoChange = {
  /** What the pilot says about the photo: one line of plain text. Others see it where the flight is shared. Null or empty: none. */
  caption?: string | null
  /** Where it goes among the photos: 1 is the first. Beyond the last, it becomes the last. */
  position?: number
}

export type PhotoQuery = {
  /** large: at most 2,048 pixels wide and high; small: at most 320. */
  size?: 'large' | 'small'
}
