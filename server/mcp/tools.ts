// Questions of an assistant to a logbook. Each tool reads the API: the same scopes, limits, ledger and figures.
import { analysisTools } from './analysis-tools.ts'
import { flightTools } from './flight-tools.ts'
import { logbookTools } from './logbook-tools.ts'
import { rankingTools } from './ranking-tools.ts'
import type { Tool } from './tool.ts'

export const tools: readonly Tool[] = [...flightTools, ...analysisTools, ...logbookTools, ...rankingTools]
