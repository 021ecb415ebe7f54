// Asks the pilot's consent where the operator uses a validation server. Nothing is sent before.
import { texts } from '../language/texts.ts'
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
    <section class="card" aria-label={texts.upload.signatures}>
      <label class="choice">
        <input
          type="checkbox"
          checked={checks.isAgreed}
          disabled={action.isBusy}
          onChange={(event) => void save(event.currentTarget.checked)}
        />
        <span>
          {texts.upload.checkSignatures(checks.server)}
          <span class="hint block">
            {texts.upload.signaturesWhat}
            {!checks.isEncrypted && ` ${texts.upload.notEncrypted}`}
          </span>
        </span>
      </label>
      <ProblemNotice problem={action.problem} />
    </section>
  )
}
