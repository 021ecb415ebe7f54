// The jobs of forwards with their real kinds as a process: to be killed while it looks at a folder.
import { withForwardable } from '#server/forwardable.ts'
import { listForwardJobs } from '#server/forwards/jobs.ts'
import { runWorker } from './worker.ts'

await runWorker((services) => listForwardJobs(withForwardable(services)))
