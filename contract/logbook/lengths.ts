// How long what a pilot writes on a flight may be, and how much of it there may be, without the schemas: the dashboard loads none.

export const MAX_TITLE_LENGTH = 100
export const MAX_NOTES_LENGTH = 5000
export const MAX_GLIDER_NAME_LENGTH = 100
export const MAX_TAKEOFF_NAME_LENGTH = 100
export const MAX_CAPTION_LENGTH = 200
export const MAX_PHOTOS = 6
export const MAX_PHOTO_BYTES = 20_000_000
