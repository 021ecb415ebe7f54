// Limits shared by the service and the process that makes its photos.
export const MAX_PHOTO_PIXELS = 64_000_000
export const LARGE_PX = 2048
export const SMALL_PX = 320

export const EXIT_UNREADABLE = 3
export const EXIT_TOO_MANY_PIXELS = 4
export const EXIT_ANIMATED = 5

/**
 * Width, height, and how many bytes the large picture has; four numbers of when and where it was taken (read-exif.ts); then
 * the large one and the small one.
 */
export const SIZES_BYTES = 12
export const HEAD_BYTES = SIZES_BYTES + 4 * 8

/** In the process's environment: the picture is the large one as it is. */
export const KEEPS_BYTES = 'KEEPS_BYTES'
