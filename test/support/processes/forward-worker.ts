// The jobs of forwards alone as a process, quick to start: to be killed again and again.
import { withForwardable } from '#server/forwardable.ts'
import { listForwardJobs } from '#server/forwards/jobs.ts'
import { kinds } from '#server/forwards/kinds/kinds.ts'
import { createBoxKind } from '#test/support/forwards/box.ts'
import { runWorker } from './worker.ts'

Object.assign(kinds, { webdav: createBoxKind(), s3: createBoxKind({ canFind: false }) })
await runWorker((services) => listForwardJobs(withForwardable(services)))
