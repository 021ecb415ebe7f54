// The service, or one of its commands, as a separate process, and how much memory it has needed (Linux).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../postgres.ts'
import { runToEnd, SERVER, type ServerProcess, startProcess, waitForAnswer } from '../process.ts'

/** The memory of a small machine. */
export const MEMORY_LIMIT_MB = 512

/** Node's limit for its heap on a machine, or in a control group, of that size. It collects no garbage before it must. */
const HEAP_LIMIT_MB = 259
const METRICS_TOKEN = 'measured'
const REPORT_PEAK = join(import.meta.dirname, 'report-peak.ts')

export interface MeasuredService {
  readonly url: string
  readonly process: ServerProcess
  /** The most that it has had in memory since its start. */
  readPeakMb(): number
  /** How long its event loop was held up at most since this was last asked. */
  readStallMs(): Promise<number>
}

export async function startMeasured(
  context: { after: (end: () => Promise<void>) => void },
  environment: Record<string, string>,
): Promise<MeasuredService> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const service = startProcess(SERVER, [], { ...environment, PORT: String(port), METRICS_TOKEN })
  context.after(async () => void (await service.kill('SIGTERM')))
  await waitForAnswer(url, service)
  const readStallMs = async () => {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await response.text())?.[1]
    return Math.round(Number(seconds) * 1000)
  }
  return { url, process: service, readPeakMb: () => readPeakMb(service.child.pid ?? 0), readStallMs }
}

function readPeakMb(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return toMb(Number(kilobytes))
}

/** An operator's command, until its end. */
export async function runMeasuredCommand(environment: Record<string, string>, args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-peak-'))
  try {
    const PEAK_FILE = join(folder, 'peak')
    const NODE_OPTIONS = `--import=${REPORT_PEAK} --max-heap-size=${HEAP_LIMIT_MB}`
    const ended = await runToEnd('server/admin.ts', args, { ...environment, PEAK_FILE, NODE_OPTIONS })
    return { ...ended, peakMb: toMb(Number(readFileSync(PEAK_FILE, 'utf8'))) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const toMb = (kilobytes: number) => Math.round(kilobytes / 1024)
