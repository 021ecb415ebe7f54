// How IGC files are compressed.
import { constants } from 'node:zlib'

/**
 * Each line is like the few before it. A table of only 64 places remembers just those: the matches of zstd are near and
 * take few bits to point at: with the tables of its levels it finds older places, and the files become a third larger.
 */
export const igcCompression = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_hashLog]: 6,
    [constants.ZSTD_c_minMatch]: 6,
    [constants.ZSTD_c_windowLog]: 16,
  },
}
