// Permissions of a credential, in the words of the contract: the API describes itself in English.
import { scopes as words } from '#contract/scopes.ts'

export const scopes: Record<keyof typeof words, string> = words
