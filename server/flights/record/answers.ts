// Parts of answers and bodies that the descriptions of several operations on flights have.
import { Type } from 'typebox'
import { errors, UploadErrorBody } from '#contract/errors.ts'
import { noContent } from '#contract/values.ts'

export const tags = ['Flights']
/** Errors of every operation that takes files. */
export const uploadErrors = { 400: UploadErrorBody, ...errors(408, 413, 500, 503) }
export const notModified = noContent('Not modified: the ETag in If-None-Match is still current.')

export const IGC_EXAMPLE = [
  'AXCTMMM',
  'HFDTEDATE:170526,01',
  'HFGTYGLIDERTYPE:Ozone Alpina 5',
  'B1010004640920N00805100EA0216802215',
  'B1010054640944N00805118EA0217102218',
].join('\r\n')

export const igcFile = Type.String({
  title: 'IgcFile',
  format: 'binary',
  description: 'The IGC file, plain or gzip-compressed.',
  examples: [IGC_EXAMPLE],
})
export const trackFile = Type.String({
  title: 'TrackFile',
  description: 'The track as an XML file.',
  examples: ['<?xml version="1.0" encoding="UTF-8"?>'],
})
