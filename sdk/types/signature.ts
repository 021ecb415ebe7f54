// Written by scripts/sdk/types.ts from contract/; not by hand.

/** What the signature (G record) of the file says. The schemes of XCSoar (XCS) and LK8000 (XLK) are checked. They are public: a valid one shows that the file was not changed by accident or with a text editor, and no more. */
export type FileSignature = {
  /** valid: the file is as its instrument has signed it. invalid: the signature does not match, for whatever reason. unsigned: the file has none. unknown: it cannot be checked here, since the maker does not publish how it signs or the file was re-encoded on its way. */
  status: 'valid' | 'invalid' | 'unsigned' | 'unknown'
  /** The code of the instrument’s maker, three letters; null when the file names none. */
  maker: string | null
  /** Why it is not valid, in a sentence; null when it is. */
  reason: string | null
  /** The validation server that has checked it; absent when it was checked here. */
  checkedBy?: string
  [member: string]: unknown
}
