// Where the operator uses a validation server: what is sent to it, and whether the pilot agrees. Nothing is sent before.
import type { SignatureChecks } from '#dashboard/signatures.ts'
import { request } from '../parts/api.ts'
import { useAction, useLoad } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'

const PATH = '/signature-checks'

export function SignatureConsent() {
  const loaded = useLoad<SignatureChecks>(PATH)
  const action = useAction()
  const checks = loaded.value
  if (!checks?.server) return null
  const save = (isAgreed: boolean) =>
    action.run(async () => loaded.set(await request<SignatureChecks>('PUT', PATH, { isAgreed })))
  return (
    <section class="card" aria-label="Signatures">
      <label class="choice">
        <input
          type="checkbox"
          checked={checks.isAgreed}
          disabled={action.isBusy}
          onChange={(event) => void save(event.currentTarget.checked)}
        />
        <span>
          Have the signatures of my files checked by {checks.server}
          <span class="hint block">
            Files of instruments that this service cannot check itself are then sent there, with your name and
            every position in them{checks.isEncrypted ? '' : ', over a connection that is not encrypted'}.
            This holds for all files that you upload from now on, by whatever way. Without it nothing is sent.
          </span>
        </span>
      </label>
      <ProblemNotice problem={action.problem} />
    </section>
  )
}
