// Rows as they are selected, with the names of what they are read into: null is undefined there, and scopes and resources are
// words in one text.
import { readResources, readScopes } from '#server/access/scopes.ts'

export type Stored<Read> = {
  [Name in keyof Read]: Name extends 'scopes'
    ? string
    : Name extends 'resources'
      ? string | null
      : undefined extends Read[Name]
        ? Exclude<Read[Name], undefined> | null
        : Read[Name]
}

export function readStored<Read>(row: Stored<Read>): Read {
  const read = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined]))
  if ('scopes' in read) read.scopes = readScopes(read.scopes as string)
  if ('resources' in read) read.resources = readResources((read.resources as string | undefined) ?? null)
  return read as Read
}
