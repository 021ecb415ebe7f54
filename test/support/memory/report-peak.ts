// Loaded before a program (`--import`): writes the most memory that it ever had to the file PEAK_FILE when it ends.
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const { PEAK_FILE } = process.env
if (isMainThread && PEAK_FILE)
  process.once('exit', () => writeFileSync(PEAK_FILE, String(process.resourceUsage().maxRSS)))
