import type { server as English } from '../en/server.ts'
import { formats } from './formats.ts'
import { frame } from './frame.ts'
import { scopes } from './scopes.ts'

export const server: typeof English = { formats, frame, scopes }
