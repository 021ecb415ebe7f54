// The webhook jobs alone as a process, quick to start: to be killed again and again.
import { listWebhookJobs } from '#server/webhooks/jobs.ts'
import { runWorker } from './worker.ts'

await runWorker(listWebhookJobs)
