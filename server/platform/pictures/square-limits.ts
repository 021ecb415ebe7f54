// Limits shared by the service and the process that converts its pictures.
export const MAX_IMAGE_PIXELS = 16_000_000
export const SIDE_PX = 256

export const EXIT_UNREADABLE = 3
export const EXIT_TOO_MANY_PIXELS = 4
