// Recovery codes that were just made, for the only time.
import { Dialog } from '../../parts/dialog.tsx'

export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <div class="form">
        <p>
          Each lets you in once without your second factor, in case you lose it. Print them or write them
          down: they are not shown again.
        </p>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div class="dialog-foot">
          <a class="button secondary" href={file} download="cloudstreet-recovery-codes.txt">
            Download
          </a>
          <button onClick={onClose}>I have saved them</button>
        </div>
      </div>
    </Dialog>
  )
}
